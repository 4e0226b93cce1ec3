import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import { emailProblems, required } from "../../forms/checks";
import { PasswordField, TextField } from "../../forms/Field";
import { AccountSettingsQuery } from "./settings-query";
import { useSubmission } from "../../forms/use-submission";

const ChangeEmailMutation = graphql(`
  mutation ChangeEmail($email: String!, $currentPassword: String!) {
    changeEmail(email: $email, currentPassword: $currentPassword) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Asks for another address, which is pending until the link that goes there is opened. */
export function ChangeEmail({ username }: { username: string }) {
  const [change, { client }] = useMutation(ChangeEmailMutation);
  const [sentTo, setSentTo] = useState("");
  const submission = useSubmission(
    "save",
    async (values, form) => {
      const email = values("email");
      const { data } = await change({ variables: { email, currentPassword: values("currentPassword") } });
      const problems = data?.changeEmail.problems ?? [];
      if (problems.length > 0) return problems;
      form.reset();
      setSentTo(email);
      // It is shown as pending then. Where that fails, the mail has been sent all the same.
      await client.refetchQueries({ include: [AccountSettingsQuery] }).catch(() => null);
      return [];
    },
    (values) => [...emailProblems(values), ...required(values, "currentPassword")],
  );
  const email = sentTo;
  return (
    <AccountForm
      submission={submission}
      label={<Trans>Change email</Trans>}
      done={sentTo && <Trans>A mail is on its way to {email}.</Trans>}
    >
      {/* For password managers, which would take the new address for it. */}
      <input name="username" autoComplete="username" defaultValue={username} hidden readOnly />
      <TextField
        name="email"
        type="email"
        dir="ltr"
        label={<Trans>New email</Trans>}
        hint={<Trans>It counts once you have opened the link that we send there.</Trans>}
        autoComplete="email"
        wrong={submission.wrong("email")}
      />
      <PasswordField
        name="currentPassword"
        label={<Trans>Current password</Trans>}
        autoComplete="current-password"
        wrong={submission.wrong("currentPassword")}
      />
    </AccountForm>
  );
}
