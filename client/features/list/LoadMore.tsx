import { Trans, useLingui } from "@lingui/react/macro";
import { type MouseEvent, useEffect, useRef } from "react";
import { Link } from "../../ui/Link";
import { isModifiedClick } from "../../ui/modified-click";
import { useRetryOnline } from "../../ui/use-retry-online";
import { FailureWords } from "../failure";
import classes from "./LoadMore.module.css";

interface LoadMoreProps {
  /** The URL of the next page, for browsers without scripts. */
  to: string;
  /** How many prompts are shown, and how many there are. */
  shown: number;
  total: string;
  busy: boolean;
  /** Why the last load failed; null if it did not. */
  failure: unknown;
  /** @param pressed whether the reader pressed the link; otherwise it scrolled into view */
  onMore(pressed: boolean): void;
  /** Not called when the link disappears. */
  onFocusChange(hasFocus: boolean): void;
}

/** Loads the next page of a list in place: on click, and automatically when scrolled near. */
export function LoadMore({ to, shown, total: all, busy, failure, onMore, onFocusChange }: LoadMoreProps) {
  const { i18n } = useLingui();
  const failed = failure !== null;
  const count = i18n.number(shown);
  const link = useRef<HTMLAnchorElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    // After a failure only a click retries, or the return of the connection; no automatic load while one is in flight.
    if (!link.current || failed || busy) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more.current(false);
      },
      { rootMargin: "400px" },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [failed, busy, to]);
  useRetryOnline(failed ? () => onMore(false) : null);
  const onClick = (event: MouseEvent) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    onMore(true);
  };
  return (
    <div className={classes.more}>
      {failed && (
        <p className={classes.failure} role="alert">
          <FailureWords error={failure}>
            <Trans>More prompts could not be loaded. Try again.</Trans>
          </FailureWords>
        </p>
      )}
      <Link
        ref={link}
        className={classes.link}
        to={to}
        data-in-place
        aria-busy={busy}
        onClick={onClick}
        onFocus={() => onFocusChange(true)}
        onBlur={() => onFocusChange(false)}
      >
        {busy ? <Trans>Loading…</Trans> : failed ? <Trans>Retry</Trans> : <Trans>Load more</Trans>}
      </Link>
      <p className={classes.count}>
        <Trans>
          {count} of {all}
        </Trans>
      </p>
    </div>
  );
}
