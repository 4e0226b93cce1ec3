import { useLingui } from "@lingui/react/macro";
import { useSearchParams } from "react-router-dom";
import {
  AccountPage,
  AuthLinks,
  type AuthView,
  ForgotForm,
  LoginForm,
  LoginLinkForm,
  LoginTabs,
  RegisterForm,
  SignedInNote,
  useReturn,
} from "../../features/account";
import { useViewer } from "../../session/viewer";

export { accountCatalog as catalog, accountPageLoader as loader } from "../../features/account";

/** The ways to sign in, each with its own URL. */
export default function AuthPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { viewer } = useViewer();
  const goBack = useReturn();
  const view = viewOf(search.get("view"));
  const titles: Record<AuthView, string> = {
    password: t`Log in`,
    link: t`Log in`,
    register: t`Create an account`,
    forgot: t`Forgot your password?`,
  };
  if (viewer) {
    return (
      <AccountPage title={t`Log in`}>
        <SignedInNote username={viewer.user.username} />
      </AccountPage>
    );
  }
  return (
    <AccountPage title={titles[view]}>
      {(view === "password" || view === "link") && <LoginTabs view={view} />}
      {/* The key resets the form's errors when the view changes. */}
      <div key={view}>
        {view === "password" && <LoginForm onDone={goBack} />}
        {view === "link" && <LoginLinkForm />}
        {view === "register" && <RegisterForm onDone={goBack} />}
        {view === "forgot" && <ForgotForm />}
      </div>
      <AuthLinks views={OTHERS[view]} />
    </AccountPage>
  );
}

const OTHERS: Record<AuthView, readonly AuthView[]> = {
  password: ["register", "forgot"],
  link: ["register", "forgot"],
  register: ["password"],
  forgot: ["password", "link"],
};

function viewOf(value: string | null): AuthView {
  return value === "link" || value === "register" || value === "forgot" ? value : "password";
}
