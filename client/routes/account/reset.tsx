import { useLingui } from "@lingui/react/macro";
import { AccountPage, AuthLinks, ResetForm, useMailedCode, useReturn } from "../../features/account";

export { accountCatalog as catalog, accountPageLoader as loader } from "../../features/account";

/** Where the mail leads by which a new password can be set. */
export default function ResetPage() {
  const { t } = useLingui();
  const code = useMailedCode();
  const goBack = useReturn();
  return (
    <AccountPage title={t`Set a new password`}>
      <ResetForm code={code ?? ""} onDone={goBack} />
      <AuthLinks views={["forgot", "password"]} />
    </AccountPage>
  );
}
