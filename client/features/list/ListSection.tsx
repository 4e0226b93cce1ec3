import { type ReactNode, useCallback } from "react";
import { useFocusRecovery } from "../../ui/use-focus-recovery";
import { useIntendedList } from "./intended-list";
import classes from "./ListSection.module.css";

/** A list with its heading, filters and cards. The heading gets the focus of what disappears with the former list. */
export function ListSection({ heading, children }: { heading: string; children: ReactNode }) {
  const { busy } = useIntendedList();
  const findHeading = useCallback(() => document.getElementById(heading), [heading]);
  const section = useFocusRecovery<HTMLElement>(findHeading);
  return (
    <section id="all" ref={section} className={classes.list} aria-labelledby={heading} aria-busy={busy || undefined}>
      {children}
    </section>
  );
}
