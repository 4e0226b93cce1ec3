import { Trans, useLingui } from "@lingui/react/macro";
import { AccountPage, AuthLink, LinkForm, useMailedCode, useMailReturn } from "../../features/account";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The target of a mailed login link. */
export default function LinkPage() {
  const { t } = useLingui();
  const code = useMailedCode();
  const { goBack } = useMailReturn();
  return (
    <AccountPage
      title={t`Log in`}
      foot={
        <>
          <AuthLink view="link" />
          <AuthLink view="password" />
        </>
      }
    >
      {code && <LinkForm key={code} code={code} onDone={goBack} />}
      {code === "" && (
        <p>
          <Trans>Open this page with the link in the mail, or ask for a new one.</Trans>
        </p>
      )}
    </AccountPage>
  );
}
