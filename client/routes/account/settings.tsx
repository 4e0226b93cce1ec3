import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, AuthLink, JoinOrLogIn, Settings, SettingsFrame, useKeptViewer } from "../../features/account";
import { PageLoading } from "../../ui/PageLoading";
import { useFocusRecovery } from "../../ui/use-focus-recovery";

export { accountCatalog as catalog, accountPageLoader as loader } from "../../features/account";

export default function SettingsPage() {
  const { t } = useLingui();
  const content = useFocusRecovery<HTMLDivElement>();
  const { viewer, error } = useKeptViewer(content);
  const title = t`Your account`;
  return (
    // Takes the focus when the account, and the focused element with it, is gone.
    <div ref={content} tabIndex={-1}>
      {viewer === null && !error ? (
        <AccountPage
          title={title}
          lead={<Trans>Log in to see your account.</Trans>}
          foot={
            <>
              <AuthLink view="link" />
              <JoinOrLogIn view="register" />
            </>
          }
        >
          <AuthLink view="password" primary />
        </AccountPage>
      ) : (
        <SettingsFrame title={title} isKnown={Boolean(viewer)}>
          {/* The key hides from the next member what the last one was typing. */}
          {viewer || error ? <Settings key={viewer?.user.id ?? ""} /> : <PageLoading />}
        </SettingsFrame>
      )}
    </div>
  );
}
