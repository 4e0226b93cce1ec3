import { Trans } from "@lingui/react/macro";
import { SETTINGS_PATH } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { ButtonLink } from "../../ui/Button";
import { LogoutButton } from "./logout";
import classes from "./SignedInNote.module.css";

/** Replaces the sign-in form for users who are signed in already. */
export function SignedInNote({ username }: { username: string }) {
  const path = useLocalePath();
  return (
    <>
      <p className={classes.note}>
        <Trans>You are logged in as {username}.</Trans>
      </p>
      <div className={classes.ways}>
        <ButtonLink className={classes.way} to={path(SETTINGS_PATH)}>
          <Trans>Account settings</Trans>
        </ButtonLink>
        <LogoutButton />
      </div>
    </>
  );
}
