import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { requestSignIn } from "../../session/dialog-request";
import { useAccount } from "../../session/use-signed-in";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { Outline } from "../../ui/Icon";
import { type ReportDialog, reportDialogOnDemand, type ReportTarget } from "./on-demand";
import classes from "./ReportButton.module.css";

const FLAG = "M4 22V4a1 1 0 0 1 .4-.8C8-.5 14 5.5 19.2 3.3A.6.6 0 0 1 20 4v10.5a1 1 0 0 1-.4.8C16 18 10 12 4 15.5";

interface ReportButtonProps {
  target: ReportTarget;
  authorId: string | null;
  className?: string | undefined;
}

/** Reports a member's prompt or comment to the moderators. A visitor signs in first. Nothing for its author. */
export function ReportButton({ target, authorId, className = classes.button }: ReportButtonProps) {
  const { t, i18n } = useLingui();
  const notify = useNotify();
  const account = useAccount();
  const button = useRef<HTMLButtonElement>(null);
  const [Dialog, setDialog] = useState<ReportDialog | null>(null);
  const open = () => {
    loadOnDemand(async () => (await reportDialogOnDemand()).loadReportDialog(i18n)).then(
      (loaded) => setDialog(() => loaded),
      () => notify({ message: t`This could not be loaded. Try again later.` }),
    );
  };
  const close = () => {
    setDialog(null);
    button.current?.focus();
  };
  if (authorId !== null && account === authorId) return null;
  return (
    <>
      <Button
        ref={button}
        className={className}
        variant="subtle"
        aria-haspopup="dialog"
        data-needs-script
        onClick={() => (account === null ? requestSignIn(open) : open())}
      >
        <Outline path={FLAG} />
        <Trans>Report…</Trans>
      </Button>
      {Dialog && <Dialog target={target} onClose={close} />}
    </>
  );
}
