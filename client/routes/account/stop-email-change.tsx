import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, SettingsLink, StopEmailChangeForm, useMailedCode } from "../../features/account";

export { accountCatalog as catalog, accountPageLoader as loader } from "../../features/account";

/** Where the link leads that was sent to the address so far when another one was asked for. */
export default function StopEmailChangePage() {
  const { t } = useLingui();
  const code = useMailedCode();
  return (
    <AccountPage title={t`Keep your email`}>
      {code && <StopEmailChangeForm key={code} code={code} />}
      {code === "" && (
        <p>
          <Trans>Open this page by the link in the mail.</Trans>
        </p>
      )}
      <SettingsLink />
    </AccountPage>
  );
}
