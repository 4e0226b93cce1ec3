import { useLingui } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { Icon } from "../../ui/Icon";
import { useOnDemand } from "../../ui/use-on-demand";
import { useSiteLinks } from "./site-links";
import classes from "./SiteDrawerButton.module.css";

const loadDrawer = () => import("./SiteDrawer").then(({ SiteDrawer }) => SiteDrawer);

/** Opens the navigation where the window is too narrow for it. */
export function SiteDrawerButton() {
  const { t } = useLingui();
  const { groups, icons } = useSiteLinks();
  const { Component: Drawer, want } = useOnDemand(loadDrawer);
  const { key } = useLocation();
  // Leaving the page closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const opened = openedAt === key;
  if (groups.length === 0 && icons.length === 0) return null;
  return (
    <>
      <ActionIcon
        className={classes.button}
        variant="subtle"
        size={40}
        aria-label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        data-needs-script
        onPointerEnter={() => void loadDrawer().catch(() => null)} // Whoever presses it is told.
        onClick={() => void want().then((there) => setOpenedAt(there ? key : null))}
      >
        <Icon name="menu" />
      </ActionIcon>
      {Drawer && <Drawer opened={opened} onClose={() => setOpenedAt(null)} />}
    </>
  );
}
