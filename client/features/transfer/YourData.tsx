import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormIcon } from "../../forms/FormIcon";
import { useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { useSite } from "../../runtime/SiteProvider";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { downloadExport } from "./download-export";
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
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const isDone = await withSession(() => downloadExport(session));
      notify({ message: isDone ? t`Export done` : t`Nothing to export` });
    } catch (error) {
      notify({ message: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.row}>
      <h3>
        <Trans>Export</Trans>
      </h3>
      <p>
        <Trans>Your prompts, tags and favourites in one JSON file.</Trans>
      </p>
      <Button variant="default" className={classes.act} onClick={() => !busy && void begin()} aria-busy={busy}>
        <FormIcon name="download" size={16} />
        {busy ? <Trans>Exporting…</Trans> : <Trans>Export</Trans>}
      </Button>
    </div>
  );
}
