import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import type { AccountSettingsQuery } from "../../gql/graphql";
import { SelectField } from "../../forms/Field";
import { AccountForm } from "../../forms/Form";
import { useOwnSubmission } from "../../forms/use-own-submission";
import { CancelButton, SettingRow } from "./SettingRow";

const ChangeDigestMutation = graphql(`
  mutation ChangeDigest($hour: Int, $timeZone: String) {
    changeDigest(hour: $hour, timeZone: $timeZone) {
      viewer {
        user {
          id
        }
        digest {
          hour
          timeZone
        }
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Where the browser is, and what the account has. */
function timeZones(current: string): string[] {
  // Older browsers do not list them.
  const all = "supportedValuesOf" in Intl ? Intl.supportedValuesOf("timeZone") : [];
  return [...new Set([...all, "UTC", current])].sort();
}

type Viewer = NonNullable<AccountSettingsQuery["viewer"]>;

/** The daily mail of what the member has not read: off, or at an hour of their day. */
export function DigestSettings({ digest, emailVerified }: Pick<Viewer, "digest" | "emailVerified">) {
  const { t, i18n } = useLingui();
  const [change] = useMutation(ChangeDigestMutation);
  const [saved, setSaved] = useState(false);
  const submission = useOwnSubmission("save", async (values) => {
    const hour = values("hour");
    const { data } = await change({
      variables: hour === "" ? { hour: null, timeZone: null } : { hour: Number(hour), timeZone: values("timeZone") },
    });
    setSaved(Boolean(data?.changeDigest.viewer));
    return data?.changeDigest.problems ?? [];
  });
  const timeOf = (hour: number) =>
    i18n.date(new Date(Date.UTC(2026, 0, 1, hour)), { timeStyle: "short", timeZone: "UTC" });
  const here = digest?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <SettingRow name={t`Daily mail`} value={digest ? timeOf(digest.hour) : t`Off`}>
      <AccountForm
        submission={submission}
        label={<Trans>Save</Trans>}
        done={saved && <Trans>Saved.</Trans>}
        beside={<CancelButton />}
      >
        <p>
          {emailVerified ? (
            <Trans>What you have not read, once a day at most. On days with nothing new there is no mail.</Trans>
          ) : (
            <Trans>
              What you have not read, once a day at most. Confirm your email first: other addresses get none.
            </Trans>
          )}
        </p>
        <SelectField
          name="hour"
          label={<Trans>At what time</Trans>}
          defaultValue={digest ? String(digest.hour) : ""}
          error={submission.errorFor("hour")}
        >
          <option value="">{t`Off`}</option>
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {timeOf(hour)}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="timeZone"
          label={<Trans>Time zone</Trans>}
          defaultValue={here}
          error={submission.errorFor("timeZone")}
        >
          {timeZones(here).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
      </AccountForm>
    </SettingRow>
  );
}
