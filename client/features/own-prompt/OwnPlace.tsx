import type { ReactNode } from "react";
import { ownRule } from "./use-is-own";
import classes from "./OwnPlace.module.css";

interface OwnPlaceProps {
  authorId: string;
  /** Whether the bar has more to say than of a prompt that was never shared. */
  isLong: boolean;
  children: ReactNode;
}

/** Where its author sees the bar of the page of a prompt. Nothing for everybody else. */
export function OwnPlace({ authorId, isLong, children }: OwnPlaceProps) {
  return (
    <div className={classes.place} data-long={isLong || undefined}>
      <style>{ownRule(authorId)}</style>
      {children}
    </div>
  );
}
