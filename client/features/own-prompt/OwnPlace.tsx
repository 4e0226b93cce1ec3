import type { ReactNode } from "react";
import { ownRule } from "./use-own-prompt";
import classes from "./OwnPlace.module.css";

/** Where its author sees the bar of the page of a prompt. Nothing for everybody else. */
export function OwnPlace({ authorId, children }: { authorId: string; children: ReactNode }) {
  return (
    <div className={classes.place}>
      <style>{ownRule(authorId)}</style>
      {children}
    </div>
  );
}
