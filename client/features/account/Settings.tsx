import { useQuery } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { PageLoading } from "../../ui/PageLoading";
import { ApiTokenList } from "./ApiTokenList";
import { DeleteAccount } from "./DeleteAccount";
import { EmailSettings } from "./EmailSettings";
import { LoadFailure } from "../../forms/LoadFailure";
import { LogoutButton } from "./logout";
import { MailLanguage } from "./MailLanguage";
import { PasswordSettings } from "./PasswordSettings";
import { SessionList } from "./SessionList";
import { AccountSettingsQuery } from "./settings-query";
import { UsernameSettings } from "./UsernameSettings";
import classes from "./Settings.module.css";

/** All settings of the signed-in account. */
export function Settings() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(AccountSettingsQuery);
  // Remounts the token list when tokens are revoked, so that a revoked one is not shown any longer.
  const [revocations, setRevocations] = useState(0);
  const viewer = data?.viewer;
  if (error && !viewer) {
    return <LoadFailure error={error} onRetry={() => void refetch().catch(() => null)} />;
  }
  if (!viewer) return <PageLoading />;
  const { username } = viewer.user;
  return (
    <>
      <Section title={t`Username`}>
        <UsernameSettings username={username} />
      </Section>
      <Section title={t`Email`}>
        <EmailSettings viewer={viewer} />
      </Section>
      <Section title={t`Password`}>
        <PasswordSettings viewer={viewer} onTokensEnded={() => setRevocations(revocations + 1)} />
      </Section>
      <Section title={t`Language of mails`}>
        <MailLanguage locale={viewer.locale} />
      </Section>
      <Section title={t`Devices`}>
        <SessionList sessions={viewer.sessions} />
        <LogoutButton />
      </Section>
      <Section title={t`API tokens`}>
        <ApiTokenList key={revocations} tokens={viewer.apiTokens} />
      </Section>
      <Section title={t`Delete account`}>
        <DeleteAccount viewer={viewer} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    // Takes the focus when the focused element inside is removed.
    <section className={classes.section} aria-label={title} tabIndex={-1}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
