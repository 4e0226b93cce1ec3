import { useLingui } from "@lingui/react/macro";
import { useSearchParams } from "react-router-dom";
import {
  AccountPage,
  AuthLink,
  type AuthView,
  ForgotForm,
  JoinOrLogIn,
  LoginForm,
  LoginLinkForm,
  LoginTabs,
  RegisterForm,
  SignedInNote,
  useReturn,
} from "../../features/account";
import { useViewer } from "../../session/viewer";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The ways to sign in, each with its own URL. */
export default function AuthPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { viewer } = useViewer();
  const goBack = useReturn();
  const view = viewOf(search.get("view"));
  if (viewer) {
    return (
      <AccountPage title={t`Log in`}>
        <SignedInNote username={viewer.user.username} />
      </AccountPage>
    );
  }
  if (view === "register") {
    return (
      <AccountPage
        title={t`Create an account`}
        lead={t`Free. Your prompts stay private until you share them.`}
        foot={<JoinOrLogIn view="password" />}
      >
        <RegisterForm onDone={goBack} />
      </AccountPage>
    );
  }
  if (view === "forgot") {
    return (
      <AccountPage
        title={t`Forgot your password?`}
        foot={
          <>
            <AuthLink view="password" />
            <AuthLink view="link" />
          </>
        }
      >
        <ForgotForm />
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={t`Log in`}
      lead={t`Your prompts, favourites and votes, on every device.`}
      foot={<JoinOrLogIn view="register" />}
    >
      <LoginTabs view={view} />
      {view === "link" ? <LoginLinkForm /> : <LoginForm onDone={goBack} />}
    </AccountPage>
  );
}

function viewOf(value: string | null): AuthView {
  return value === "link" || value === "register" || value === "forgot" ? value : "password";
}
