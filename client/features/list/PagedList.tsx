import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { Link } from "../../ui/Link";
import { useAnnounce } from "../../ui/Announcer";
import { EmptyResult } from "./EmptyResult";
import { useListAddress } from "./intended-list";
import type { ListState } from "./list-state";
import { LoadMore } from "./LoadMore";
import { FIRST_PAGE } from "./use-prompt-list";
import classes from "./PagedList.module.css";
import { totalText } from "./total-text";

/** A query of more cards may cost more than one is allowed to, in a search for many words. */
const MOST_AT_ONCE = 60;

export interface PagedListProps {
  state: ListState;
  total: number;
  /** Whether the list has no more than those. */
  isExact?: boolean;
  /** How many prompts are shown. */
  count: number;
  /** The cursor of the next page; null at the end. */
  next: string | null;
  /** @param size how many, unless the usual number */
  loadMore(after: string, size?: number): Promise<unknown>;
  /** Instead of the prompts, if there are none. */
  empty?: ReactNode;
  /** The prompts: one element each within the list that gets the reference. */
  children(list: RefObject<HTMLUListElement | null>): ReactNode;
}

/** The prompts of a list, followed by the link to more or the end marker; or the empty result. */
export function PagedList({ state, total, isExact, count, next, loadMore, empty, children }: PagedListProps) {
  const { t, i18n } = useLingui();
  const announce = useAnnounce();
  const address = useListAddress();
  const list = useRef<HTMLUListElement>(null);
  const [busy, setBusy] = useState(false);
  /** Why the last load failed; null if it did not. */
  const [failure, setFailure] = useState<unknown>(null);
  const requested = useRef<string | null>(null);
  /** The index of the first new prompt, which gets the focus once rendered. */
  const focusIndex = useRef<number | null>(null);
  /** How many prompts were shown when the last page was requested. */
  const shownBefore = useRef(count);
  const linkHasFocus = useRef(false);
  const { key } = useLocation();
  const [atFirst] = useState(count);

  useEffect(() => {
    // At the end of the list the link disappears, and the focus with it.
    const at = focusIndex.current ?? (linkHasFocus.current && !next ? shownBefore.current : null);
    if (at === null || count <= at) return;
    focusIndex.current = null;
    linkHasFocus.current = false;
    const items = list.current?.querySelectorAll(":scope > :not([data-band])") ?? [];
    items[at]?.querySelector("a")?.focus({ preventScroll: true });
  }, [count, next]);

  /** @param size of what was shown before the page was loaded anew, which is not announced */
  const loadNext = async (pressed: boolean, size?: number) => {
    if (!next) return;
    // Scrolling and pressing may both request the same page before it is rendered.
    if (pressed) focusIndex.current = count;
    if (requested.current === next) return;
    requested.current = next;
    shownBefore.current = count;
    setBusy(true);
    setFailure(null);
    try {
      await loadMore(next, size);
      if (size === undefined) announce(t`More prompts loaded.`);
    } catch (error) {
      focusIndex.current = null;
      requested.current = null;
      setFailure(error);
    }
    setBusy(false);
  };

  const latestLoad = useRef(loadNext);
  useEffect(() => {
    latestLoad.current = loadNext;
  });
  useEffect(() => {
    if (count === atFirst && !(history.state as { shown?: number } | null)?.shown) return;
    const load = (size: number) => void latestLoad.current(false, Math.min(size, MOST_AT_ONCE));
    // A list that is no longer than its page has nothing to keep.
    import("../../ui/kept-length").then(
      ({ keepLength }) => keepLength({ key, count, hasMore: next !== null, load }),
      () => null,
    );
  }, [atFirst, count, key, next]);

  if (count === 0) return empty ?? <EmptyResult />;
  return (
    <div data-cards>
      {state.after && (
        <Link className={classes.start} to={address({ ...state, after: null })}>
          <Trans>Back to the beginning of the list</Trans>
        </Link>
      )}
      {children(list)}
      {next ? (
        <LoadMore
          to={address({ ...state, after: next })}
          shown={count}
          total={totalText(i18n, total, isExact)}
          busy={busy}
          failure={failure}
          onMore={(pressed) => void loadNext(pressed)}
          onFocusChange={(hasFocus) => (linkHasFocus.current = hasFocus)}
        />
      ) : (
        // The end of a short list is seen.
        total > FIRST_PAGE && (
          <p className={classes.end}>
            <Trans>That is all. You have reached the end of the list.</Trans>
          </p>
        )
      )}
    </div>
  );
}
