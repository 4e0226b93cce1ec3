import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { closeMenu } from "../../ui/Disclosure";
import { Outline } from "../../ui/Icon";
import { copySaverOnDemand, type CopySaver } from "../own-prompt";

const FILE_PLUS = "M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v5h6M9 15h6M12 18v-6";

/** In a menu: saves a copy of a public prompt among the member's own. A visitor signs in first. */
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
      <button
        type="button"
        onClick={(event) => {
          closeMenu(event.currentTarget);
          save();
        }}
      >
        <Outline path={FILE_PLUS} />
        <Trans>Save a copy</Trans>
      </button>
      {Saver && <Saver id={id} onEnd={end} />}
    </>
  );
}
