import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { LIMITS } from "../../../contract/limits";
import { PasswordField } from "../../forms/Field";
import type { Submission } from "../../forms/use-submission";

/** A new password and its repetition. */
export function NewPasswordFields({ submission, isFirst = false }: { submission: Submission; isFirst?: boolean }) {
  const { t } = useLingui();
  const count = LIMITS.passwordMin;
  const least = t`${plural(count, { one: "At least # character", other: "At least # characters" })}`;
  const error = submission.errorFor("password");
  return (
    <>
      <PasswordField
        name="password"
        label={isFirst ? <Trans>Password</Trans> : <Trans>New password</Trans>}
        hint={
          <>
            {/* Unless the error says it. */}
            {error !== least && (
              <>
                {least} <br />
              </>
            )}
            <Trans>Not a common word, a name or a row of keys</Trans>
          </>
        }
        autoComplete="new-password"
        error={error}
      />
      <PasswordField
        name="passwordConfirmation"
        label={<Trans>Repeat the password</Trans>}
        autoComplete="new-password"
        error={submission.errorFor("passwordConfirmation")}
      />
    </>
  );
}
