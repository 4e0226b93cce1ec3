import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { Outline } from "../../ui/Icon";
import { copySaverOnDemand, type CopySaver } from "../own-prompt";
import classes from "./SavedCopy.module.css";

const FILE_PLUS = "M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v5h6M9 15h6M12 18v-6";

/** Saves a copy of a public prompt among the member's own. A visitor signs in first. */
export function SaveCopyButton({ id }: { id: string }) {
  const { t, i18n } = useLingui();
  const notify = useNotify();
  const [Saver, setSaver] = useState<CopySaver | null>(null);
  const isBusy = useRef(false);
  const save = () => {
    if (isBusy.current) return;
    isBusy.current = true;
    loadOnDemand(async () => (await copySaverOnDemand()).loadCopySaver(i18n)).then(
      (loaded) => setSaver(() => loaded),
      () => {
        isBusy.current = false;
        notify({ message: t`This could not be loaded. Try again later.` });
      },
    );
  };
  const end = () => {
    isBusy.current = false;
    setSaver(null);
  };
  return (
    <>
      <Button className={classes.button} variant="subtle" data-needs-script onClick={save}>
        <Outline path={FILE_PLUS} />
        <Trans>Save a copy</Trans>
      </Button>
      {Saver && <Saver id={id} onEnd={end} />}
    </>
  );
}
