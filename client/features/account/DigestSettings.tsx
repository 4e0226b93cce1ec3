import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import type { AccountSettingsQuery } from "../../gql/graphql";
import { SelectField } from "../../forms/Field";
import { AccountForm } from "../../forms/Form";
import { useSubmission } from "../../forms/use-submission";
import { CancelButton, SettingRow } from "./SettingRow";
import { placeOf, type TimeZoneGroup, timeZoneGroups, todaysName } from "./time-zones";

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

type Viewer = NonNullable<AccountSettingsQuery["viewer"]>;

/** The daily mail of what the member has not read: off, or at an hour of their day. */
export function DigestSettings({ digest, emailVerified }: Pick<Viewer, "digest" | "emailVerified">) {
  const { t, i18n } = useLingui();
  const [change] = useMutation(ChangeDigestMutation);
  const [saved, setSaved] = useState(false);
  const submission = useSubmission("save", async (values) => {
    const hour = values("hour");
    const { data } = await change({
      variables: hour === "" ? { hour: null, timeZone: null } : { hour: Number(hour), timeZone: values("timeZone") },
    });
    setSaved(Boolean(data?.changeDigest?.viewer));
    return data?.changeDigest?.problems ?? [];
  });
  const timeOf = (hour: number) =>
    i18n.date(new Date(Date.UTC(2026, 0, 1, hour)), { timeStyle: "short", timeZone: "UTC" });
  const here = todaysName(digest?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [groups, setGroups] = useState<readonly TimeZoneGroup[]>([]);
  const listTimeZones = () => groups.length === 0 && setGroups(timeZoneGroups(here, i18n.locale));
  return (
    <SettingRow
      name={t`Daily mail`}
      value={digest ? timeOf(digest.hour) : t`Off`}
      // Few open it, and the list takes a while.
      onOpen={listTimeZones}
    >
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
          // The place stays chosen when the list comes.
          key={groups.length}
          name="timeZone"
          label={<Trans>Time zone</Trans>}
          defaultValue={here}
          error={submission.errorFor("timeZone")}
        >
          {groups.length === 0 && <option value={here}>{placeOf(here)}</option>}
          {groups.map(({ name, zones }) => (
            <optgroup key={name} label={name}>
              {zones.map(({ id, place }) => (
                <option key={id} value={id}>
                  {place}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      </AccountForm>
    </SettingRow>
  );
}
