import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { graphql } from "../../gql";
import { AccountForm } from "./AccountForm";
import { newPasswordProblems, required } from "./checks";
import { PasswordField } from "./Field";
import { NewPasswordFields } from "./NewPasswordFields";
import { ResetMail } from "./ResetMail";
import { useSubmission } from "./use-submission";
import type { ViewerData } from "./viewer";

const ChangePasswordMutation = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      viewer {
        ...AccountViewer @unmask
        ...SessionList_viewer @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

export function PasswordSettings({ viewer: { hasPassword, email, user } }: { viewer: ViewerData }) {
  return hasPassword ? <ChangePassword username={user.username} /> : <ResetMail email={email} />;
}

function ChangePassword({ username }: { username: string }) {
  const [changed, setChanged] = useState(false);
  const [change] = useMutation(ChangePasswordMutation);
  const submission = useSubmission(
    "password",
    async (values, form) => {
      const input = {
        currentPassword: values("currentPassword"),
        password: values("password"),
        passwordConfirmation: values("passwordConfirmation"),
      };
      const { data } = await change({ variables: { input } });
      if (!data?.changePassword.viewer) return data?.changePassword.problems ?? [];
      form.reset();
      setChanged(true);
      return [];
    },
    (values) => [...required(values, "currentPassword"), ...newPasswordProblems(values)],
  );
  return (
    <AccountForm
      submission={submission}
      label={<Trans>Change password</Trans>}
      done={changed && <Trans>Your password is changed. All other devices are logged out.</Trans>}
    >
      {/* For password managers, which keep the new password by it. */}
      <input name="username" autoComplete="username" defaultValue={username} hidden readOnly />
      <PasswordField
        name="currentPassword"
        label={<Trans>Current password</Trans>}
        autoComplete="current-password"
        wrong={submission.wrong("currentPassword")}
      />
      <NewPasswordFields submission={submission} />
    </AccountForm>
  );
}
