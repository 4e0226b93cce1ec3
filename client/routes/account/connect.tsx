import { Trans, useLingui } from "@lingui/react/macro";
import { useSearchParams } from "react-router-dom";
import { CONNECT_CHALLENGE } from "../../../contract/connect";
import { AccountPage, ConnectForm, LogInFirst } from "../../features/account";
import { LoadFailure } from "../../forms/LoadFailure";
import { useViewer } from "../../session/viewer";
import { PageLoading } from "../../ui/PageLoading";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** Where the browser extension sends its user, to be allowed to act for them. */
export default function ConnectPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { viewer, error, retry } = useViewer({ force: true });
  const challenge = search.get("challenge") ?? "";
  const title = t`Connect the browser extension`;
  if (!CONNECT_CHALLENGE.test(challenge)) {
    return (
      <AccountPage title={title}>
        <p>
          <Trans>The address of this page is not complete. Press Connect in the extension’s panel again.</Trans>
        </p>
      </AccountPage>
    );
  }
  if (viewer === null && !error)
    return <LogInFirst title={title} lead={<Trans>Log in to connect the extension with your account.</Trans>} />;
  return (
    <AccountPage title={title}>
      {viewer ? (
        <ConnectForm key={challenge} challenge={challenge} username={viewer.user.username} />
      ) : error ? (
        <LoadFailure error={error} onRetry={retry} />
      ) : (
        <PageLoading />
      )}
    </AccountPage>
  );
}
