import type { ReactNode } from "react";
import classes from "./EmptyPanel.module.css";

interface EmptyPanelProps {
  /** Of the heading, which may take the focus. */
  id: string;
  title: ReactNode;
  children: ReactNode;
  /** What to do about it. */
  action: ReactNode;
}

/** In place of a list that has nothing yet. */
export function EmptyPanel({ id, title, children, action }: EmptyPanelProps) {
  return (
    <section className={classes.empty} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <p>{children}</p>
      {action}
    </section>
  );
}
