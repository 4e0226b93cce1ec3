import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { isLocale, LOCALES } from "../../../contract/locales";
import { localeName, localeOf } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import { SelectField } from "../../forms/Field";
import { CancelButton, SettingRow } from "./SettingRow";
import { useSubmission } from "../../forms/use-submission";
import type { ViewerData } from "../../session/viewer";

const UpdateSettingsMutation = graphql(`
  mutation UpdateSettings($locale: Locale) {
    updateSettings(locale: $locale) {
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

export function MailLanguage({ locale }: Pick<ViewerData, "locale">) {
  const { t } = useLingui();
  const [update] = useMutation(UpdateSettingsMutation);
  const [saved, setSaved] = useState(false);
  const submission = useSubmission("save", async (values) => {
    const chosen = values("locale");
    const { data } = await update({ variables: { locale: isLocale(chosen) ? localeName(chosen) : null } });
    setSaved(Boolean(data?.updateSettings?.viewer));
    return data?.updateSettings?.problems ?? [];
  });
  const mails = locale ? localeOf(locale) : undefined;
  const current = LOCALES.find(({ code }) => code === mails);
  return (
    <SettingRow name={t`Language of mails`} value={current && <span lang={current.code}>{current.name}</span>}>
      <AccountForm
        submission={submission}
        label={<Trans>Save</Trans>}
        done={saved && <Trans>Saved.</Trans>}
        beside={<CancelButton />}
      >
        <SelectField
          name="locale"
          label={<Trans>Language of mails</Trans>}
          defaultValue={mails}
          error={submission.errorFor("locale")}
        >
          {LOCALES.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </AccountForm>
    </SettingRow>
  );
}
