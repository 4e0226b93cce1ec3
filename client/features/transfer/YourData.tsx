import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { EXPORT_FORMATS, type ExportFormat } from "../../../contract/transfer";
import { FormIcon } from "../../forms/FormIcon";
import { useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { useSite } from "../../runtime/SiteProvider";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { downloadExport } from "./download-export";
import { FORMAT_NAMES } from "./format-names";
import { ImportRow } from "./ImportRow";
import classes from "./YourData.module.css";

/** The rows of the settings with which members take everything away, and bring it back. */
export function YourData() {
  return (
    <>
      <ExportRow />
      <ImportRow />
    </>
  );
}

function ExportRow() {
  const { t } = useLingui();
  const { session } = useSite();
  const notify = useNotify();
  const failureText = useFailureText("export");
  const withSession = useWithSession();
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const begin = async (format: ExportFormat) => {
    setBusy(format);
    try {
      const isDone = await withSession(() => downloadExport(session, format));
      notify({ message: isDone ? t`Export done` : t`Nothing to export` });
    } catch (error) {
      notify({ message: failureText(error) });
    } finally {
      setBusy(null);
    }
  };
  return (
    <div className={classes.row}>
      <h3>
        <Trans>Export</Trans>
      </h3>
      <p>
        <Trans>
          Your prompts with their tags: as JSON, with your favourites, as CSV for a spreadsheet, or as Markdown files in
          a zip.
        </Trans>
      </p>
      <div className={classes.formats} role="group" aria-label={t`Export`}>
        {EXPORT_FORMATS.map((format) => (
          <ExportButton
            key={format}
            name={FORMAT_NAMES[format]}
            isBusy={busy === format}
            onClick={() => busy === null && void begin(format)}
          />
        ))}
      </div>
    </div>
  );
}

function ExportButton({ name, isBusy, onClick }: { name: string; isBusy: boolean; onClick(): void }) {
  const { t } = useLingui();
  return (
    <Button
      variant="default"
      className={classes.act}
      aria-label={isBusy ? undefined : t`Export as ${name}`}
      aria-busy={isBusy}
      onClick={onClick}
    >
      <FormIcon name="download" size={16} />
      {isBusy ? <Trans>Exporting…</Trans> : name}
    </Button>
  );
}
