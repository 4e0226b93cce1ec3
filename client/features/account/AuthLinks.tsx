import { Trans } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { type AuthView, useAuthAddress } from "./use-return";
import classes from "./AuthLinks.module.css";

/** The other ways in, below a form or in the dialog. */
export function AuthLinks({ views, onFollow }: { views: readonly AuthView[]; onFollow?: (() => void) | undefined }) {
  const address = useAuthAddress();
  return (
    <ul className={classes.links}>
      {views.map((view) => (
        <li key={view}>
          <Link to={address(view)} onClick={onFollow}>
            <ViewName view={view} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ViewName({ view }: { view: AuthView }) {
  switch (view) {
    case "password":
      return <Trans>Log in</Trans>;
    case "link":
      return <Trans>Login link by email</Trans>;
    case "register":
      return <Trans>Create an account</Trans>;
    case "forgot":
      return <Trans>Forgot your password?</Trans>;
  }
}
