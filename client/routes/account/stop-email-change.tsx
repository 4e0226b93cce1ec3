import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, SettingsLink, StopEmailChangeForm, useMailedCode } from "../../features/account";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The target of the link sent to the current address when a change is requested. */
export default function StopEmailChangePage() {
  const { t } = useLingui();
  const code = useMailedCode();
  return (
    <AccountPage title={t`Keep your email`} foot={<SettingsLink />}>
      {code && <StopEmailChangeForm key={code} code={code} />}
      {code === "" && (
        <p>
          <Trans>Open this page with the link in the mail.</Trans>
        </p>
      )}
    </AccountPage>
  );
}
