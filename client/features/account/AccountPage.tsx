import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { PageHead, unlistedHeadData } from "../head";
import { useKeptFocus } from "../../ui/use-kept-focus";
import classes from "./AccountPage.module.css";

/** The frame of the pages about an account. The server renders it for everyone alike; who it is about comes later. */
export function AccountPage({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const content = useKeptFocus<HTMLDivElement>();
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

/** Pages about an account are for nobody's index and in nobody's cache. The server knows nothing of the account. */
export function accountPageLoader(): Promise<{ noindex: true; noStore: true }> {
  return Promise.resolve({ noindex: true, noStore: true });
}
