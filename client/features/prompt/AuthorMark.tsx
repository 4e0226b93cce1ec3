import { Trans } from "@lingui/react/macro";
import classes from "./AuthorMark.module.css";

/** Says that a prompt is a member's, and whose. */
export function AuthorMark({ username }: { username: string }) {
  return (
    <p className={classes.mark}>
      <span className={classes.chip}>
        <Trans>Community</Trans>
      </span>{" "}
      <span className={classes.author}>
        <Trans>
          by <bdi>{username}</bdi>
        </Trans>
      </span>
    </p>
  );
}
