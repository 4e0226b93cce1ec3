import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type RefObject, useId, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import type { OpenInHandlers, OpenInMenu } from "./OpenInMenu";
import classes from "./quiet-button.module.css";

interface OpenInButtonProps extends OpenInHandlers {
  ref: RefObject<HTMLButtonElement | null>;
  hasVariables: boolean;
  fetchContent(): Promise<string>;
}

/** Opens the menu of chats once its code and the text, which the links contain, are loaded. */
export function OpenInButton({ ref, hasVariables, fetchContent, ...handlers }: OpenInButtonProps) {
  const { t } = useLingui();
  const notify = useNotify();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<{ Menu: typeof OpenInMenu; content: string } | null>(null);

  const show = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const code = loadOnDemand(() => import("./OpenInMenu"));
      const [{ OpenInMenu: Menu }, content] = await Promise.all([code, fetchContent()]);
      setOpen({ Menu, content });
    } catch {
      notify({ message: t`The text could not be loaded. Try again later.` });
    } finally {
      setBusy(false);
    }
  };
  const close = () => {
    setOpen(null);
    ref.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <Button
        ref={ref}
        // Only an open menu refers to the id.
        id={open ? id : undefined}
        variant="default"
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-controls={open ? `${id}-dropdown` : undefined}
        aria-busy={busy || undefined}
        data-needs-script
        rightSection={<Icon name="chevronDown" size={14} />}
        onClick={() => (open ? close() : void show())}
      >
        <Trans>Open in</Trans>
      </Button>
      {open && (
        <open.Menu
          {...handlers}
          buttonId={id}
          button={ref}
          content={open.content}
          hasVariables={hasVariables}
          onClose={close}
        />
      )}
    </>
  );
}
