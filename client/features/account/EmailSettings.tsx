import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { graphql } from "../../gql";
import { AccountForm } from "./AccountForm";
import { emailProblems, required } from "./checks";
import { PasswordField, TextField } from "./Field";
import { useSubmission } from "./use-submission";
import type { ViewerData } from "./viewer";

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

const SendConfirmationMutation = graphql(`
  mutation SendConfirmation {
    sendConfirmation {
      problems {
        code
        field
        limit
      }
    }
  }
`);

type AccountEmail = Pick<ViewerData, "email" | "emailVerified" | "hasPassword" | "user">;

/** The address, whether it is confirmed, and how to have another one. */
export function EmailSettings({ viewer: { email, emailVerified, hasPassword, user } }: { viewer: AccountEmail }) {
  return (
    <>
      <p>
        <bdi dir="ltr">{email}</bdi> {emailVerified ? <Trans>(confirmed)</Trans> : <Trans>(not confirmed yet)</Trans>}
      </p>
      {!emailVerified && <Confirmation email={email} />}
      {hasPassword && <NewEmail username={user.username} />}
    </>
  );
}

function Confirmation({ email }: { email: string }) {
  const [send] = useMutation(SendConfirmationMutation);
  const [sent, setSent] = useState(false);
  const submission = useSubmission("mail", async () => {
    const { data } = await send();
    setSent(true);
    return data?.sendConfirmation.problems ?? [];
  });
  return (
    <AccountForm
      submission={submission}
      label={<Trans>Send the link again</Trans>}
      secondary
      done={sent && <Trans>A mail is on its way to {email}.</Trans>}
    />
  );
}

function NewEmail({ username }: { username: string }) {
  const [change] = useMutation(ChangeEmailMutation);
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
