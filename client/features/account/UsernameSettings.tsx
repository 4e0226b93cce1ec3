import { UsernameRules } from "./UsernameRules";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import { required } from "../../forms/checks";
import { TextField } from "../../forms/Field";
import { CancelButton, SettingRow } from "./SettingRow";
import { useSubmission } from "../../forms/use-submission";

const ChangeUsernameMutation = graphql(`
  mutation ChangeUsername($username: String!) {
    changeUsername(username: $username) {
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

export function UsernameSettings({ username }: { username: string }) {
  const { t } = useLingui();
  const [change] = useMutation(ChangeUsernameMutation);
  const [saved, setSaved] = useState(false);
  const submission = useSubmission(
    "save",
    async (values) => {
      const { data } = await change({ variables: { username: values("username") } });
      setSaved(Boolean(data?.changeUsername?.viewer));
      return data?.changeUsername?.problems ?? [];
    },
    (values) => required(values, "username"),
  );
  return (
    <SettingRow name={t`Username`} value={<bdi>{username}</bdi>}>
      <AccountForm
        submission={submission}
        label={<Trans>Change username</Trans>}
        done={saved && <Trans>Saved.</Trans>}
        beside={<CancelButton />}
      >
        <TextField
          name="username"
          label={<Trans>Username</Trans>}
          hint={<UsernameRules />}
          autoComplete="username"
          defaultValue={username}
          error={submission.errorFor("username")}
        />
      </AccountForm>
    </SettingRow>
  );
}
