import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { PageHead, unlistedHeadData } from "../head";
import { useFocusRecovery } from "../../ui/use-focus-recovery";
import classes from "./AccountPage.module.css";

/** The frame of the account pages. The server renders it the same for everyone; the browser adds the account. */
export function AccountPage({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const content = useFocusRecovery<HTMLDivElement>();
  return (
    <div className={wide ? classes.wide : classes.page}>
      <PageHead {...unlistedHeadData(title)} />
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.unscripted}>
        <Trans>
          This page needs JavaScript, which is off in your browser. Turn it on for this site and load the page again.
        </Trans>
      </p>
      <div ref={content} className={classes.content} tabIndex={-1} data-needs-script>
        {children}
      </div>
    </div>
  );
}

/** Account pages are neither indexed nor cached. The server renders them without any account data. */
export function accountPageLoader(): Promise<{ noindex: true; noStore: true }> {
  return Promise.resolve({ noindex: true, noStore: true });
}
