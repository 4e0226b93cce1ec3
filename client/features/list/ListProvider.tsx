import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { TagFilterContext } from "../tag";
import { IntendedList, IntendedListContext, useAsk } from "./intended-list";
import { type ListState, toggleTag, useListAddress } from "./list-state";

interface ListProviderProps {
  /** The list on screen. */
  shown: ListState;
  /** All tags that exist. */
  tags: readonly { slug: string }[];
  children: ReactNode;
}

/** What the search, filters, sort and cards of a list share: the list that the reader has asked for. */
export function ListProvider({ shown, tags, children }: ListProviderProps) {
  const { destination } = useSite();
  const home = useLocalePath()("/");
  const address = useListAddress();
  const slugs = tags.map(({ slug }) => slug).join(" ");
  const list = useMemo(
    () => new IntendedList(destination, home, new Set(slugs.split(" "))),
    [destination, home, slugs],
  );
  const search = useSyncExternalStore(destination.subscribe, list.search, list.search);
  const busy = useSyncExternalStore(destination.subscribe, list.isLoading, () => false);
  const ask = useAsk(list);
  const intended = list.read(search);
  const filter = {
    isSelected: (slug: string) => intended.tags.includes(slug),
    to: (slug: string) => address(toggleTag(intended, slug)),
    toggle: (slug: string) => ask((state) => toggleTag(state, slug)),
  };
  return (
    <IntendedListContext value={{ list, intended, shown, busy }}>
      <TagFilterContext value={filter}>{children}</TagFilterContext>
    </IntendedListContext>
  );
}
