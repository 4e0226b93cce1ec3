import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import { useNotify } from "../../ui/Announcer";
import { notifyAfterReload } from "../../ui/notice-after-reload";
import { AccountForm } from "../../forms/Form";
import { newPasswordProblems, required } from "../../forms/checks";
import { TextField } from "../../forms/Field";
import { NewPasswordFields } from "./NewPasswordFields";
import { useHome } from "./use-return";
import { useSubmission } from "../../forms/use-submission";
import { UNCACHED, useSetViewer } from "../../session/viewer";

const ResetPasswordMutation = graphql(`
  mutation ResetPassword($code: String!, $password: String!, $passwordConfirmation: String!) {
    resetPassword(code: $code, password: $password, passwordConfirmation: $passwordConfirmation) {
      viewer {
        ...AccountViewer @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** @param code from the link; "" if the user has to type it */
export function ResetForm({ code, onDone }: { code: string; onDone(): void }) {
  const { t } = useLingui();
  const notify = useNotify();
  const setViewer = useSetViewer();
  const home = useHome();
  const [reset] = useMutation(ResetPasswordMutation, UNCACHED);
  const submission = useSubmission(
    "reset",
    async (values) => {
      const variables = {
        code: values("code").trim(),
        password: values("password"),
        passwordConfirmation: values("passwordConfirmation"),
      };
      const { data } = await reset({ variables });
      if (!data?.resetPassword?.viewer) return data?.resetPassword?.problems ?? [];
      const message = t`Your password is changed. All other devices are logged out.`;
      if (!setViewer(data.resetPassword.viewer, home)) {
        notifyAfterReload(message);
        return [];
      }
      notify({ message });
      onDone();
      return [];
    },
    (values) => [...required(values, "code"), ...newPasswordProblems(values)],
  );
  return (
    <AccountForm submission={submission} label={<Trans>Set a new password</Trans>}>
      <TextField
        key={code}
        name="code"
        dir="ltr"
        label={<Trans>Code from the mail</Trans>}
        autoComplete="one-time-code"
        defaultValue={code}
        error={submission.errorFor("code")}
      />
      <NewPasswordFields submission={submission} />
    </AccountForm>
  );
}
