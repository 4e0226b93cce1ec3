import { Trans } from "@lingui/react/macro";
import { type MouseEvent, startTransition, useRef, useState } from "react";
import { accountMessages } from "../../i18n/account-messages";
import { lazyPart } from "../../runtime/lazy-part";
import { requestSignIn } from "../../session/dialog-request";
import { useAccount } from "../../session/use-signed-in";
import { Button } from "../../ui/Button";
import { closeMenu } from "../../ui/Disclosure";
import { Outline } from "../../ui/Icon";
import type { ReportTarget } from "./ReportDialog";

const ReportDialog = lazyPart(async () => (await import("./ReportDialog")).ReportDialog, accountMessages);

const FLAG = "M4 22V4a1 1 0 0 1 .4-.8C8-.5 14 5.5 19.2 3.3A.6.6 0 0 1 20 4v10.5a1 1 0 0 1-.4.8C16 18 10 12 4 15.5";

interface ReportButtonProps {
  target: ReportTarget;
  /** The ids of the button and of what names the reported thing. */
  naming?: { id: string; "aria-labelledby": string };
}

/** Reports a member's prompt (in its menu) or comment to the moderators. A visitor signs in first. */
export function ReportButton({ target, naming }: ReportButtonProps) {
  const account = useAccount();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => startTransition(() => setOpen(true));
  const close = () => {
    setOpen(false);
    // The button is hidden as long as its menu is closed.
    (button.current?.closest("details")?.querySelector("summary") ?? button.current)?.focus();
  };
  const press = (event: MouseEvent) => {
    closeMenu(event.currentTarget);
    if (account === null) requestSignIn(open);
    else open();
  };
  const content = (
    <>
      <Outline path={FLAG} size={target.commentId === undefined ? 18 : 15} />
      <Trans>Report…</Trans>
    </>
  );
  return (
    <>
      {target.commentId === undefined ? (
        <button ref={button} type="button" aria-haspopup="dialog" onClick={press}>
          {content}
        </button>
      ) : (
        <Button {...naming} ref={button} variant="subtle" aria-haspopup="dialog" onClick={press}>
          {content}
        </Button>
      )}
      {isOpen && <ReportDialog target={target} onClose={close} onUnavailable={() => setOpen(false)} />}
    </>
  );
}
