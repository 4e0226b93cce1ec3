import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useAnnounce } from "../ui/Announcer";
import { PieceCounter } from "./piece-counter";
import classes from "./Counter.module.css";

/** Typing goes on meanwhile. */
const PAUSE_MS = 1000;
/** The part of the limit from which on it is announced. */
const NEAR = 0.9;

export function useLength(text: string): number {
  const [counter] = useState(() => new PieceCounter());
  // Typing does not wait for it.
  const deferred = useDeferredValue(text);
  return useMemo(() => counter.count(deferred), [counter, deferred]);
}

/** Shows how long a text is, and says so near and past its limit. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  const { t, i18n } = useLingui();
  const announce = useAnnounce();
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (length < limit * NEAR) return;
    const timer = setTimeout(() => {
      const left = limit - length;
      announce(
        left < 0
          ? t`${plural(-left, { one: "# character too many", other: "# characters too many" })}`
          : t`${plural(left, { one: "# character left", other: "# characters left" })}`,
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [length, limit, announce, t]);
  return (
    <span className={classes.count} data-exceeded={length > limit || undefined} dir="ltr">
      {i18n.number(length)} / {i18n.number(limit)}
    </span>
  );
}
