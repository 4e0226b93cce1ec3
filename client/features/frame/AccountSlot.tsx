import { startTransition, useDeferredValue, useEffect, useRef, useState } from "react";
import { useFocusRecovery } from "../../ui/use-focus-recovery";
import { AccountMenu, LogoutDialog, SignInDialog } from "../account";
import { type AccountDialogName, type DialogRequest, onDialogRequested } from "../../session/dialog-request";
import { useSignedIn } from "../../session/use-signed-in";
import { AccountLabel, AccountLink } from "./AccountLink";
import { EditorSlot } from "./EditorSlot";
import { FavoriteSlot } from "./FavoriteSlot";
import classes from "./AccountSlot.module.css";

interface Asked {
  request: DialogRequest;
  /** The element focused before. */
  focused: Element | null;
}

const DIALOGS = { signIn: SignInDialog, logout: LogoutDialog } satisfies Record<AccountDialogName, unknown>;

const SLOT = "account-slot";
/** The menu, which the bell precedes, or the link. */
const control = () => document.querySelector<HTMLElement>(`#${SLOT} summary, #${SLOT}:not(:has(summary)) a`);

/** The header's account menu or sign-in link. Also hosts the account dialogs and the prompt editor. */
export function AccountSlot() {
  const signedIn = useSignedIn();
  const slot = useFocusRecovery<HTMLDivElement>(control);
  const hasMenu = useDeferredValue(signedIn);
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = useRef<DialogRequest | null>(null);

  useEffect(
    () =>
      onDialogRequested((request) => {
        waiting.current?.onCancel(false);
        waiting.current = request;
        const focused = document.activeElement;
        startTransition(() => setAsked({ request, focused }));
      }),
    [],
  );

  const leave = () => {
    setAsked(null);
    waiting.current = null;
    // After signing in, the visitor's link that opened the dialog is gone.
    const back = asked?.focused?.isConnected ? asked.focused : control();
    if (back instanceof HTMLElement) back.focus();
  };
  const close = (isElsewhere: boolean) => {
    leave();
    asked?.request.onCancel(isElsewhere);
  };
  const done = () => {
    leave();
    asked?.request.onDone();
  };
  const link = <AccountLink className={classes.link} />;
  const Dialog = asked && DIALOGS[asked.request.dialog];
  return (
    <div ref={slot} id={SLOT} className={classes.slot}>
      {signedIn && hasMenu ? (
        <AccountMenu label={(member) => <AccountLabel {...member} />} unavailable={link} isQuiet />
      ) : (
        link
      )}
      <EditorSlot />
      <FavoriteSlot />
      {Dialog && (
        <Dialog
          interrupted={asked.request.interrupted}
          wish={asked.request.wish}
          onClose={() => close(false)}
          onFollow={() => close(true)}
          onDone={done}
          onUnavailable={() => close(false)}
        />
      )}
    </div>
  );
}
