import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { AccountDialog, type AccountDialogProps } from "./AccountDialog";
import { AuthLinks } from "./AuthLinks";
import { LoginForm } from "./LoginForm";
import { useSignedIn } from "../../session/use-signed-in";

/** Signing in on the page where one is. The other ways are pages of their own, which lead back here. */
export function SignInDialog({ onClose, onDone }: AccountDialogProps) {
  const signedIn = useSignedIn();
  const waits = useRef(!signedIn);
  const finish = () => {
    waits.current = false;
    onDone();
  };
  // Somebody may do it in another tab.
  useEffect(() => {
    if (!signedIn || !waits.current) return;
    waits.current = false;
    onDone();
  }, [signedIn, onDone]);
  return (
    <AccountDialog title={<Trans>Log in</Trans>} onClose={onClose}>
      <LoginForm onDone={finish} />
      <AuthLinks views={["register", "link", "forgot"]} onFollow={onClose} />
    </AccountDialog>
  );
}
