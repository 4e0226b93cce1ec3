import { useLingui } from "@lingui/react/macro";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { useFocusRecovery } from "../../ui/use-focus-recovery";
import { type AccountDialogProps, accountOnDemand, type AccountMenuProps } from "../account";
import { type DialogRequest, onDialogRequested } from "../../session/dialog-request";
import { useSignedIn } from "../../session/use-signed-in";
import { AccountLabel, AccountLink } from "./AccountLink";
import { EditorSlot } from "./EditorSlot";
import { FavoriteSlot } from "./FavoriteSlot";
import classes from "./AccountSlot.module.css";

interface Asked {
  Dialog: ComponentType<AccountDialogProps>;
  request: DialogRequest;
  /** The element focused before. */
  focused: Element | null;
}

const SLOT = "account-slot";
/** The menu, which the bell precedes, or the link. */
const control = () => document.querySelector<HTMLElement>(`#${SLOT} summary, #${SLOT}:not(:has(summary)) a`);

/** The header's account menu or sign-in link. Also hosts the account dialogs and the prompt editor. */
export function AccountSlot() {
  const { t, i18n } = useLingui();
  const notify = useNotify();
  const signedIn = useSignedIn();
  const slot = useFocusRecovery<HTMLDivElement>(control);
  const [Menu, setMenu] = useState<ComponentType<AccountMenuProps> | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = useRef<DialogRequest | null>(null);

  useEffect(() => {
    if (!signedIn) return;
    loadOnDemand(async () => (await accountOnDemand()).loadAccountMenu(i18n)).then(
      (loaded) => setMenu(() => loaded),
      () => null, // The link to the account remains.
    );
  }, [signedIn, i18n]);

  useEffect(
    () =>
      onDialogRequested((request) => {
        waiting.current?.onCancel(false);
        waiting.current = request;
        const focused = document.activeElement;
        loadOnDemand(async () => (await accountOnDemand()).loadDialog(request.dialog, i18n)).then(
          (Dialog) => waiting.current === request && setAsked({ Dialog, request, focused }),
          () => {
            notify({ message: t`This could not be loaded. Try again later.` });
            if (waiting.current === request) waiting.current = null;
            request.onCancel(false);
          },
        );
      }),
    [i18n, notify, t],
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
  return (
    <div ref={slot} id={SLOT} className={classes.slot}>
      {signedIn && Menu ? (
        <Menu label={(member) => <AccountLabel {...member} />} />
      ) : (
        <AccountLink className={classes.link} />
      )}
      <EditorSlot />
      <FavoriteSlot />
      {asked && (
        <asked.Dialog
          interrupted={asked.request.interrupted}
          wish={asked.request.wish}
          onClose={() => close(false)}
          onFollow={() => close(true)}
          onDone={done}
        />
      )}
    </div>
  );
}
