import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, AuthLinks, Settings } from "../../features/account";
import { useViewer } from "../../session/viewer";
import { PageLoading } from "../../ui/PageLoading";

export { accountCatalog as catalog, accountPageLoader as loader } from "../../features/account";

export default function SettingsPage() {
  const { t } = useLingui();
  const { viewer, error } = useViewer({ force: true });
  return (
    <AccountPage title={t`Your account`} wide>
      {viewer || error ? (
        <Settings />
      ) : viewer === undefined ? (
        <PageLoading />
      ) : (
        <>
          <p>
            <Trans>Log in to see your account.</Trans>
          </p>
          <AuthLinks views={["password", "link", "register"]} />
        </>
      )}
    </AccountPage>
  );
}
