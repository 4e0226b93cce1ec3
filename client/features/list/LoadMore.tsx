import { Trans } from "@lingui/react/macro";
import { type MouseEvent, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { isModifiedClick } from "../../ui/modified-click";
import classes from "./LoadMore.module.css";

interface LoadMoreProps {
  /** The address of the next page, for readers without a script. */
  to: string;
  busy: boolean;
  failed: boolean;
  /** @param asked the reader pressed it; otherwise it came into view. */
  onMore(asked: boolean): void;
}

/** The way to the next page of a list: loads in place, and by itself when it comes near. */
export function LoadMore({ to, busy, failed, onMore }: LoadMoreProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    // What failed waits for the reader; so does the next page while one is on its way.
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
  const onClick = (event: MouseEvent) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    if (!busy) onMore(true);
  };
  return (
    <div className={classes.more}>
      {failed && (
        <p role="alert">
          <Trans>More prompts could not be loaded. Try again.</Trans>
        </p>
      )}
      <Link ref={link} className={classes.link} to={to} data-in-place aria-busy={busy} onClick={onClick}>
        {busy ? <Trans>Loading…</Trans> : <Trans>Load more</Trans>}
      </Link>
    </div>
  );
}
