import { useLingui } from "@lingui/react/macro";
import { AccountPage, AuthLink, ResetForm, useMailedCode, useReturn } from "../../features/account";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The target of the link in a password reset mail. */
export default function ResetPage() {
  const { t } = useLingui();
  const code = useMailedCode();
  const goBack = useReturn();
  return (
    <AccountPage
      title={t`Set a new password`}
      foot={
        <>
          <AuthLink view="forgot" />
          <AuthLink view="password" />
        </>
      }
    >
      <ResetForm code={code ?? ""} onDone={goBack} />
    </AccountPage>
  );
}
