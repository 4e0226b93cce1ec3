import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, ConfirmForm, SettingsLink, useMailedCode } from "../../features/account";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The target of the link that confirms an account's address. */
export default function ConfirmPage() {
  const { t } = useLingui();
  const code = useMailedCode();
  return (
    <AccountPage title={t`Confirm email`} foot={<SettingsLink />}>
      {code && <ConfirmForm key={code} code={code} />}
      {code === "" && (
        <p>
          <Trans>Open this page with the link in the mail, or ask for a new one.</Trans>
        </p>
      )}
    </AccountPage>
  );
}
