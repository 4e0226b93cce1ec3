import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { AccountDialog, type AccountDialogProps } from "./AccountDialog";
import { AuthLinks } from "./AuthLinks";
import { LoginForm } from "./LoginForm";
import { useSignedIn } from "../../session/use-signed-in";

/** Signs in without leaving the page. The other ways are separate pages, which return here. */
export function SignInDialog({ onClose, onDone }: AccountDialogProps) {
  const signedIn = useSignedIn();
  const isPending = useRef(!signedIn);
  const finish = () => {
    isPending.current = false;
    onDone();
  };
  // Another tab may have signed in.
  useEffect(() => {
    if (!signedIn || !isPending.current) return;
    isPending.current = false;
    onDone();
  }, [signedIn, onDone]);
  return (
    <AccountDialog title={<Trans>Log in</Trans>} onClose={onClose}>
      <LoginForm onDone={finish} />
      <AuthLinks views={["register", "link", "forgot"]} onFollow={onClose} />
    </AccountDialog>
  );
}
