import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { TagFilterContext } from "../tag";
import { IntendedList, IntendedListContext, useAsk } from "./intended-list";
import { listSearch, type ListState, toggleTag } from "./list-state";

interface ListProviderProps {
  /** The list on screen. */
  shown: ListState;
  /** All tags that exist. */
  tags: readonly { slug: string }[];
  /** The path of the list's page within a locale. */
  path?: string;
  /** Whether the prompts of the list on screen are being fetched. */
  fetching?: boolean;
  children: ReactNode;
}

/** What the search, filters, sort and cards of a list share: the list that the reader has asked for. */
export function ListProvider({ shown, tags, path = "/", fetching = false, children }: ListProviderProps) {
  const { destination } = useSite();
  const home = useLocalePath()(path);
  const { kind } = shown;
  const slugs = tags.map(({ slug }) => slug).join(" ");
  const list = useMemo(
    () => new IntendedList(destination, home, new Set(slugs.split(" ")), kind),
    [destination, home, slugs, kind],
  );
  const search = useSyncExternalStore(destination.subscribe, list.search, list.search);
  const isLeaving = useSyncExternalStore(destination.subscribe, list.isLoading, () => false);
  const ask = useAsk(list);
  const intended = list.read(search);
  // The cards of a page have the same tags.
  const addresses = new Map<string, string>();
  const filter = {
    isSelected: (slug: string) => intended.tags.includes(slug),
    to: (slug: string) => {
      const known = addresses.get(slug) ?? `${home}${listSearch(toggleTag(intended, slug))}`;
      addresses.set(slug, known);
      return known;
    },
    toggle: (slug: string) => ask((state) => toggleTag(state, slug)),
  };
  const busy = isLeaving || fetching;
  return (
    <IntendedListContext value={{ list, intended, shown, busy }}>
      <TagFilterContext value={filter}>{children}</TagFilterContext>
    </IntendedListContext>
  );
}
