import { useLingui } from "@lingui/react/macro";
import { IconButton } from "../../ui/Button";
import { useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { loadOnDemand } from "../../runtime/load-code";
import { useNotify } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import type { SiteDrawer } from "./SiteDrawer";
import classes from "./SiteDrawerButton.module.css";

/** Opens the navigation drawer in narrow windows. */
export function SiteDrawerButton() {
  const { t } = useLingui();
  const notify = useNotify();
  const [Drawer, setDrawer] = useState<typeof SiteDrawer | null>(null);
  const { key } = useLocation();
  // Navigation closes the drawer.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const opened = openedAt === key;
  const button = useRef<HTMLButtonElement>(null);
  const open = async () => {
    try {
      const loaded = await loadOnDemand(() => import("./SiteDrawer"));
      setDrawer(() => loaded.SiteDrawer);
      setOpenedAt(key);
    } catch {
      notify({ message: t`This could not be loaded. Try again later.` });
    }
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
        onClick={() => void open()}
      >
        <Icon name="menu" />
      </IconButton>
      {Drawer && <Drawer opened={opened} onClose={close} />}
    </>
  );
}
