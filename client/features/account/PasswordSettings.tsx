import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import type { ApiTokenList_ViewerFragment } from "../../gql/graphql";
import { AccountForm } from "../../forms/Form";
import { newPasswordProblems, required } from "../../forms/checks";
import { CheckField, PasswordField } from "../../forms/Field";
import { NewPasswordFields } from "./NewPasswordFields";
import { ResetMail } from "./ForgotForm";
import { CancelButton, SettingRow } from "./SettingRow";
import { useSubmission } from "../../forms/use-submission";
import type { ViewerData } from "../../session/viewer";

const ChangePasswordMutation = graphql(`
  mutation ChangePassword(
    $currentPassword: String!
    $password: String!
    $passwordConfirmation: String!
    $revokeApiTokens: Boolean!
  ) {
    changePassword(
      currentPassword: $currentPassword
      password: $password
      passwordConfirmation: $passwordConfirmation
      revokeApiTokens: $revokeApiTokens
    ) {
      viewer {
        ...AccountViewer @unmask
        ...EmailSettings_viewer @unmask
        ...SessionList_viewer @unmask
        ...ApiTokenList_viewer @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

interface PasswordSettingsProps {
  viewer: ViewerData & Pick<ApiTokenList_ViewerFragment, "apiTokens">;
  onTokensEnded(): void;
}

export function PasswordSettings({ viewer, onTokensEnded }: PasswordSettingsProps) {
  const { t } = useLingui();
  const { hasPassword, email, user, apiTokens } = viewer;
  return (
    <SettingRow name={t`Password`} value={hasPassword ? <Dots /> : <Trans>None yet</Trans>}>
      {hasPassword ? (
        <ChangePassword
          username={user.username}
          hasTokens={(apiTokens ?? []).length > 0}
          onTokensEnded={onTokensEnded}
        />
      ) : (
        <ResetMail email={email ?? ""} />
      )}
    </SettingRow>
  );
}

/** The same for every password. */
function Dots() {
  return <span aria-hidden="true">••••••••</span>;
}

interface ChangePasswordProps {
  username: string;
  hasTokens: boolean;
  onTokensEnded(): void;
}

function ChangePassword({ username, hasTokens, onTokensEnded }: ChangePasswordProps) {
  const [changed, setChanged] = useState<"with-tokens" | "alone" | null>(null);
  const [change] = useMutation(ChangePasswordMutation);
  const submission = useSubmission(
    "password",
    async (values, form) => {
      // Without the checkbox, revoke too: the page may not know of new tokens yet.
      const revokeApiTokens = !hasTokens || values("revokeApiTokens") !== "";
      const variables = {
        revokeApiTokens,
        currentPassword: values("currentPassword"),
        password: values("password"),
        passwordConfirmation: values("passwordConfirmation"),
      };
      const { data } = await change({ variables });
      if (!data?.changePassword?.viewer) return data?.changePassword?.problems ?? [];
      form.reset();
      if (revokeApiTokens) onTokensEnded();
      setChanged(hasTokens && revokeApiTokens ? "with-tokens" : "alone");
      return [];
    },
    (values) => [...required(values, "currentPassword"), ...newPasswordProblems(values)],
  );
  return (
    <AccountForm
      submission={submission}
      label={<Trans>Change password</Trans>}
      beside={<CancelButton />}
      done={
        changed === "with-tokens" ? (
          <Trans>Your password is changed. All other devices are logged out, and API tokens have been revoked.</Trans>
        ) : (
          changed && <Trans>Your password is changed. All other devices are logged out.</Trans>
        )
      }
    >
      {/* For password managers, which store the new password under it. */}
      <input name="username" autoComplete="username" defaultValue={username} hidden readOnly />
      <PasswordField
        name="currentPassword"
        label={<Trans>Current password</Trans>}
        autoComplete="current-password"
        error={submission.errorFor("currentPassword")}
      />
      <NewPasswordFields submission={submission} />
      {hasTokens && (
        <CheckField
          name="revokeApiTokens"
          label={<Trans>Also revoke API tokens</Trans>}
          error={submission.errorFor("revokeApiTokens")}
          defaultChecked
        />
      )}
    </AccountForm>
  );
}
