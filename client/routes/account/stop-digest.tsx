import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, SettingsLink, StopDigestForm, useMailedCode } from "../../features/account";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The target of the link in daily mails that stops them. */
export default function StopDigestPage() {
  const { t } = useLingui();
  const code = useMailedCode();
  return (
    <AccountPage title={t`Stop the daily mail`} foot={<SettingsLink />}>
      {code && <StopDigestForm key={code} code={code} />}
      {code === "" && (
        <p>
          <Trans>Open this page with the link in the mail.</Trans>
        </p>
      )}
    </AccountPage>
  );
}
