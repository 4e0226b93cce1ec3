import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, EmailChangeForm, SettingsLink, useMailedCode } from "../../features/account";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The target of the link sent to a new address. */
export default function ChangeEmailPage() {
  const { t } = useLingui();
  const code = useMailedCode();
  return (
    <AccountPage title={t`Confirm your new email`} foot={<SettingsLink />}>
      {code && <EmailChangeForm key={code} code={code} />}
      {code === "" && (
        <p>
          <Trans>Open this page with the link in the mail, or ask for a new one.</Trans>
        </p>
      )}
    </AccountPage>
  );
}
