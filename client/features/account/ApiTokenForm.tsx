import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { LIMITS } from "../../../contract/limits";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import { failureOf } from "../../forms/failure-text";
import { required } from "../../forms/checks";
import { SelectField, TextField } from "../../forms/Field";
import { NotDoneError } from "../../session/send-as";
import { AccountSettingsQuery } from "./settings-query";
import { CancelButton } from "./SettingRow";
import { useSubmission } from "../../forms/use-submission";

const CreateApiTokenMutation = graphql(`
  mutation CreateApiToken($name: String!, $scope: ApiTokenScope!, $expiresAt: DateTime) {
    createApiToken(name: $name, scope: $scope, expiresAt: $expiresAt) {
      token
      problems {
        code
        field
        limit
      }
    }
  }
`);

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFETIME_DAYS = [30, 90, 365];

export function ApiTokenForm({ onCreated }: { onCreated(token: string): void }) {
  const { t } = useLingui();
  const [create, { client }] = useMutation(CreateApiTokenMutation, { refetchQueries: [AccountSettingsQuery] });
  /** If no answer came, the list shows whether there is a new token, whose secret nobody has. */
  const tell = async (error: unknown): Promise<never> => {
    if (failureOf(error).reason !== "unanswered") throw error;
    const count = () => client.readQuery({ query: AccountSettingsQuery })?.viewer?.apiTokens?.length;
    const before = count();
    const isAsked = await client.refetchQueries({ include: [AccountSettingsQuery] }).catch(() => null);
    throw isAsked && before === count() ? new NotDoneError() : error;
  };
  const submission = useSubmission(
    "create-token",
    async (values) => {
      const days = Number(values("days"));
      const expiresAt = days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null;
      const scope = values("scope") === "WRITE" ? "WRITE" : "READ";
      const { data } = await create({ variables: { name: values("name"), scope, expiresAt } }).catch(tell);
      if (data?.createApiToken?.token) onCreated(data.createApiToken.token);
      return data?.createApiToken?.problems ?? [];
    },
    (values) => required(values, "name"),
  );
  return (
    <AccountForm submission={submission} label={<Trans>Create a token</Trans>} beside={<CancelButton />}>
      <TextField
        name="name"
        label={<Trans>Name of the token</Trans>}
        autoComplete="off"
        maxLength={LIMITS.apiTokenName * 4}
        error={submission.errorFor("name")}
      />
      <SelectField name="scope" label={<Trans>What it may do</Trans>} error={submission.errorFor("scope")}>
        <option value="READ">{t`Read only`}</option>
        <option value="WRITE">{t`Read and write`}</option>
      </SelectField>
      <SelectField name="days" label={<Trans>Valid for</Trans>} error={submission.errorFor("expiresAt")}>
        {LIFETIME_DAYS.map((days) => (
          <option key={days} value={days}>
            {t`${plural(days, { one: "# day", other: "# days" })}`}
          </option>
        ))}
        <option value="">{t`No expiry`}</option>
      </SelectField>
    </AccountForm>
  );
}
