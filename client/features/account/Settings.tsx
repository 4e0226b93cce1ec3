import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useQuery } from "../../runtime/apollo-hooks";
import type { AccountSettingsQuery as Data } from "../../gql/graphql";
import { RowsLoading } from "../../ui/RowsLoading";
import { type SettingsSection, useSectionTitles } from "./AccountNav";
import { ApiTokenList } from "./ApiTokenList";
import { ClearCache } from "./ClearCache";
import { DigestSettings } from "./DigestSettings";
import { DeleteAccount } from "./DeleteAccount";
import { EmailSettings } from "./EmailSettings";
import { LoadFailure } from "../../forms/LoadFailure";
import { MailLanguage } from "./MailLanguage";
import { PasswordSettings } from "./PasswordSettings";
import { SessionList } from "./SessionList";
import { AccountSettingsQuery } from "./settings-query";
import { UsernameSettings } from "./UsernameSettings";
import { YourData } from "../transfer";
import classes from "./Settings.module.css";

/** All settings of the signed-in account. @param children parts of other features */
export function Settings({ children }: { children?: ReactNode }) {
  const titles = useSectionTitles();
  const { data, error, refetch } = useQuery(AccountSettingsQuery);
  // Remounts the token list when tokens are revoked, so that a revoked one is not shown any longer.
  const [revocations, setRevocations] = useState(0);
  // A session that has ended elsewhere must not take away what is being typed.
  const [last, setLast] = useState<Data["viewer"]>(null);
  if (data?.viewer && data.viewer !== last) setLast(data.viewer);
  const viewer = data?.viewer ?? last;
  const isShown = Boolean(viewer);
  // The section in the address was not there yet when the page opened.
  useEffect(() => {
    const section = isShown && window.location.hash.slice(1);
    if (section) document.getElementById(section)?.scrollIntoView();
  }, [isShown]);
  if (error && !viewer) {
    return <LoadFailure error={error} onRetry={() => void refetch().catch(() => null)} />;
  }
  if (!viewer) return <RowsLoading of="panel" />;
  const { username } = viewer.user;
  return (
    <>
      <SettingsPart id="account" title={titles.account}>
        <div className={classes.panel}>
          <UsernameSettings username={username} />
          <EmailSettings viewer={viewer} />
          <PasswordSettings viewer={viewer} onTokensEnded={() => setRevocations(revocations + 1)} />
          <MailLanguage locale={viewer.locale} />
          <DigestSettings digest={viewer.digest} emailVerified={viewer.emailVerified} />
        </div>
      </SettingsPart>
      <SettingsPart id="devices" title={titles.devices} lead={<Trans>Where you are logged in now.</Trans>}>
        <SessionList sessions={viewer.sessions} />
      </SettingsPart>
      <SettingsPart
        id="tokens"
        title={titles.tokens}
        lead={<Trans>With a token a program can use the API in your name. It has no access to your account.</Trans>}
      >
        <ApiTokenList key={revocations} tokens={viewer.apiTokens ?? []} />
      </SettingsPart>
      <SettingsPart id="data" title={titles.data}>
        <div className={classes.panel}>
          <YourData />
          <ClearCache />
        </div>
      </SettingsPart>
      {children}
      <SettingsPart id="delete" title={titles.delete} danger>
        <DeleteAccount viewer={viewer} />
      </SettingsPart>
    </>
  );
}

interface SettingsPartProps {
  id: SettingsSection | "decisions";
  title: string;
  lead?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}

/** A titled part of the settings. */
export function SettingsPart({ id, title, lead, danger = false, children }: SettingsPartProps) {
  const heading = useId();
  return (
    // Takes the focus when the focused element inside is removed.
    <section
      id={id}
      className={`${classes.section} ${danger ? classes.danger : ""}`}
      aria-labelledby={heading}
      tabIndex={-1}
    >
      <h2 id={heading}>{title}</h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  );
}
