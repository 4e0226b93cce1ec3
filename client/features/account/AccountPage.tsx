import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { PageHead, unlistedHeadData } from "../head";
import lamp from "../../ui/lamp.module.css";
import { useFocusRecovery } from "../../ui/use-focus-recovery";
import classes from "./AccountPage.module.css";

interface AccountPageProps {
  title: string;
  /** A line below the title. */
  lead?: ReactNode;
  /** Other ways, below the card. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The card of a page with one task, such as logging in. The server renders it the same for everyone; the browser adds the account. */
export function AccountPage({ title, lead, foot, children }: AccountPageProps) {
  const content = useFocusRecovery<HTMLDivElement>();
  return (
    <div className={classes.page}>
      <PageHead {...unlistedHeadData(title)} />
      <div className={`${lamp.lamp} ${classes.card}`}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        <NeedsScript />
        <div ref={content} className={classes.content} tabIndex={-1} data-needs-script>
          {children}
        </div>
      </div>
      {foot && (
        <div className={classes.foot} data-needs-script>
          {foot}
        </div>
      )}
    </div>
  );
}

export function NeedsScript() {
  return (
    <p className={classes.unscripted}>
      <Trans>
        This page needs JavaScript, which is off in your browser. Turn it on for this site and load the page again.
      </Trans>
    </p>
  );
}

/** Account pages are neither indexed nor cached. The server renders them without any account data. */
export function accountPageLoader(): Promise<{ noindex: true; noStore: true }> {
  return Promise.resolve({ noindex: true, noStore: true });
}
