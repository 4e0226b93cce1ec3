import { useLingui } from "@lingui/react/macro";
import { IconButton } from "../../ui/Button";
import { startTransition, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { lazyPart } from "../../runtime/lazy-part";
import { Icon } from "../../ui/Icon";
import classes from "./SiteDrawerButton.module.css";

const SiteDrawer = lazyPart(async () => (await import("./SiteDrawer")).SiteDrawer);

/** Opens the navigation drawer in narrow windows. */
export function SiteDrawerButton() {
  const { t } = useLingui();
  /** Then it stays, as it moves when it closes. */
  const [isUsed, setUsed] = useState(false);
  const { key } = useLocation();
  // Navigation closes the drawer.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const opened = openedAt === key;
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    startTransition(() => {
      setUsed(true);
      setOpenedAt(key);
    });
  };
  const close = () => {
    setOpenedAt(null);
    button.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={button}
        className={classes.button}

        aria-label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        data-needs-script
        onClick={open}
      >
        <Icon name="menu" />
      </IconButton>
      {isUsed && <SiteDrawer opened={opened} onClose={close} onUnavailable={() => setUsed(false)} />}
    </>
  );
}
