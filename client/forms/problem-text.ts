import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ProblemCode } from "../gql/graphql";
import type { Action } from "./failure-text";

/** A problem that the user can fix, reported by the server or found by the form. Both use the same codes. */
export interface FormProblem {
  code: ProblemCode;
  field?: string | null;
  limit?: number | null;
  /** The number of the public prompt that has the same text. */
  duplicateOf?: string | null;
}

/** @param action what the form does: every message of a password reset begins with "Error" */
export function useProblemText(action: Action): (problem: FormProblem) => string {
  const { t } = useLingui();
  return (problem) => {
    const text = textOf(problem);
    return action === "reset" ? t({ message: `Error: ${text}`, comment: "A message about a password reset" }) : text;
  };

  function requiredText(field: string | null | undefined): string {
    switch (field) {
      case "username":
        return action === "login" ? t`Enter your username or email` : t`Enter a username`;
      case "identifier":
        return t`Enter your username or email`;
      case "email":
        return t`Enter an email`;
      case "password":
        return action === "login" || action === "delete" ? t`Enter your password` : t`Enter a password`;
      case "passwordConfirmation":
        return t`Enter the password again`;
      case "currentPassword":
        return t`Enter your current password`;
      case "code":
        return t`Enter the code from the mail`;
      case "name":
        return t`Enter a name`;
      default:
        return t`Please fill in this field`;
    }
  }

  function textOf({ code, field, limit }: FormProblem): string {
    const count = limit ?? 0;
    switch (code) {
      case "REQUIRED":
        return requiredText(field);
      case "TOO_SHORT":
        return t`${plural(count, { one: "At least # character", other: "At least # characters" })}`;
      case "TOO_LONG":
        return t`${plural(count, { one: "At most # character", other: "At most # characters" })}`;
      case "TOO_MANY":
        if (action === "post-comment" || action === "edit-comment")
          return t`You cannot mention more members in one day. Remove some names, or try again tomorrow.`;
        return t`You have ${count} already. Remove one first.`;
      case "INVALID_CHARACTERS":
        return t`Some of these characters cannot be used`;
      case "INVALID_EMAIL":
        return t`Please enter a valid email`;
      case "INVALID_USERNAME":
        return t`Use letters and digits of one script, “_”, “-”, and one dot between letters or digits`;
      case "USERNAME_TAKEN":
        return t`This username is taken`;
      case "EMAIL_TAKEN":
        return t`There is already an account with this email`;
      case "PASSWORDS_DIFFER":
        return t`Passwords do not match`;
      case "PASSWORD_TOO_COMMON":
        return t`This password is easy to guess. Use several words, or add some letters and digits.`;
      case "TERMS_NOT_ACCEPTED":
        return t`Please agree to the terms of service and the privacy policy`;
      case "INVALID_CREDENTIALS":
        return t`Username, email or password is wrong.`;
      case "WRONG_PASSWORD":
        return t`This is not your current password`;
      case "INVALID_OR_EXPIRED_CODE":
        // Nobody has typed it.
        if (field === "token") return t`This link was used before or has expired. Ask for a new one.`;
        return t`This code is wrong, was used before or has expired. Ask for a new mail.`;
      case "UNKNOWN_TAG":
        return t`Choose tags from the list`;
      case "CANNOT_VOTE_OWN":
        return t`You cannot vote on your own prompts`;
      case "ACCOUNT_CLOSED":
        return t`The moderators have closed this account. The mail that they sent says why.`;
      case "CANNOT_REPORT_OWN":
        return t`You cannot report your own prompts`;
      case "CANNOT_MODERATE_OWN":
        return t`You cannot decide about yourself`;
      case "CANNOT_MODERATE_MODERATOR":
        return t`You cannot decide about another moderator`;
      case "CONFLICT":
        return t`There is a newer version, so nothing was saved`;
      case "PARENT_GONE":
        return t`The comment that you answer is not there any more`;
      case "THREAD_CLOSED":
        // The field of a change that mentions somebody anew.
        if (field === "body") return t`Moderators have closed this thread: mention nobody else in it`;
        return t`Moderators have closed this thread: nobody can reply`;
      case "DUPLICATE":
        if (action === "post-comment") return t`You have posted this text already`;
        return t`Another prompt with this text is shared already`;
    }
  }
}
