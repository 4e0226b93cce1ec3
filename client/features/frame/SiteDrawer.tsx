import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Paper.css";
import { useLingui } from "@lingui/react/macro";
import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { WIDE } from "../../ui/breakpoints";
import { ExternalLink } from "../../ui/ExternalLink";
import { Icon } from "../../ui/Icon";
import { IconLinks } from "./IconLinks";
import { useSiteLinks } from "./site-links";
import classes from "./SiteDrawer.module.css";

interface SiteDrawerProps {
  opened: boolean;
  onClose(): void;
}

/** The navigation of narrow windows; a wide one shows it in its header. */
export function SiteDrawer({ opened, onClose }: SiteDrawerProps) {
  const { t } = useLingui();
  const { groups } = useSiteLinks();
  const wide = useMediaQuery(WIDE);
  return (
    <Drawer
      opened={opened && !wide}
      onClose={onClose}
      title={t`Menu`}
      position="right"
      size={300}
      closeButtonProps={{ "aria-label": t`Close`, size: 40, icon: <Icon name="close" /> }}
      transitionProps={{ duration: 150 }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, close: classes.close }}
    >
      <nav aria-label={t`Main navigation`}>
        {groups.map(({ id, label, links }) => (
          <section key={id} className={classes.group} aria-labelledby={`menu-${id}`}>
            <h2 id={`menu-${id}`}>{label}</h2>
            <ul>
              {links.map(({ label: name, href }) => (
                <li key={href}>
                  <ExternalLink href={href}>
                    <bdi>{name}</bdi>
                    <Icon name="external" size={14} />
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={classes.icons}>
        <IconLinks />
      </div>
    </Drawer>
  );
}
