import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { useId, useRef, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import type { OpenInMenu } from "./OpenInMenu";
import type { PromptActionsState } from "./use-prompt-actions";
import classes from "./OpenInButton.module.css";

interface OpenInButtonProps {
  look: "card" | "bench";
  actions: PromptActionsState;
}

/** Opens the menu of chats once its code and the text, which the links contain, are loaded. */
export function OpenInButton({ look, actions }: OpenInButtonProps) {
  const { t } = useLingui();
  const notify = useNotify();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<{ Menu: typeof OpenInMenu; text: string; width: number } | null>(null);

  const show = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const code = loadOnDemand(() => import("./OpenInMenu"));
      const [{ OpenInMenu: Menu }, text] = await Promise.all([code, actions.getText()]);
      setOpen({ Menu, text, width: button.current?.offsetWidth ?? 0 });
    } catch {
      notify({ message: t`The text could not be loaded. Try again later.` });
    } finally {
      setBusy(false);
    }
  };
  const close = () => {
    setOpen(null);
    button.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <Button
        ref={button}
        // Only an open menu refers to the id.
        id={open ? id : undefined}
        variant={look === "bench" ? "default" : "subtle"}
        className={classes.button}
        data-look={look}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open ? `${id}-dropdown` : undefined}
        aria-busy={busy || undefined}
        data-needs-script
        onClick={() => (open ? close() : void show())}
      >
        <Trans>Open in</Trans>
        <Icon name="chevronDown" size={14} />
      </Button>
      {open && (
        <open.Menu
          buttonId={id}
          button={button}
          text={open.text}
          minWidth={open.width}
          onTooLong={actions.copyInstead}
          onOpened={actions.count}
          onClose={close}
        />
      )}
    </>
  );
}
