import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Paper.css";
import { useLingui } from "@lingui/react/macro";
import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useDeferredValue } from "react";
import { Icon } from "../../ui/Icon";
import { LogoutRow } from "../account";
import { useSignedIn } from "../../session/use-signed-in";
import { useViewer } from "../../session/viewer";
import { Avatar } from "../../ui/Avatar";
import { WIDE } from "../../ui/breakpoints";
import { ColorSchemeRow } from "../theme";
import { AccountLink } from "./AccountLink";
import { IconLinks } from "./IconLinks";
import { CommunityLink, DocsLink, LinkList, PageLink } from "./SiteNav";
import { useSiteLinks } from "./site-links";
import { MantineScope } from "../../ui/MantineScope";
import classes from "./SiteDrawer.module.css";

interface SiteDrawerProps {
  opened: boolean;
  onClose(): void;
}

/** The navigation for narrow windows. Wide ones have it in the header. */
export function SiteDrawer({ opened, onClose }: SiteDrawerProps) {
  const { t } = useLingui();
  const signedIn = useSignedIn();
  const hasLogout = useDeferredValue(signedIn, false);
  const { groups } = useSiteLinks();
  // Groups of one are no groups.
  const single = groups.filter(({ links }) => links.length === 0);
  const { viewer } = useViewer();
  const name = viewer?.user.username;
  const wide = useMediaQuery(WIDE);
  return (
    <MantineScope>
      <Drawer.Root
        opened={opened && !wide}
        onClose={onClose}
        position="right"
        size={300}
        transitionProps={{ duration: 150 }}
        classNames={{ content: classes.content }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          {/* Mantine's own header is a <header> element, which would be a second banner landmark. */}
          <div className={classes.head}>
            <Drawer.Title className={classes.title}>{t`Menu`}</Drawer.Title>
            <Drawer.CloseButton
              className={classes.close}
              size={40}
              icon={<Icon name="close" />}
              aria-label={t`Close`}
            />
          </div>
          <Drawer.Body>
            <nav aria-label={t`Main navigation`}>
              <AccountLink
                className={classes.account}
                member={name ? { name, avatar: <Avatar name={name} size={28} /> } : undefined}
                onAsk={onClose}
              />
              <DocsLink className={classes.row} onFollow={onClose} />
              <CommunityLink className={classes.row} onFollow={onClose} />
              {single.map(({ id, page }) => (
                <PageLink key={id} className={classes.row} page={page.path} onFollow={onClose}>
                  {page.label}
                </PageLink>
              ))}
              {groups
                .filter(({ links }) => links.length > 0)
                .map(({ id, label, page, links }) => (
                  <section key={id} className={classes.group} aria-labelledby={`menu-${id}`}>
                    <h2 id={`menu-${id}`}>{label}</h2>
                    <LinkList page={page} links={links} onFollow={onClose} />
                  </section>
                ))}
            </nav>
            <div className={classes.group}>
              <ColorSchemeRow className={`${classes.row} ${classes.scheme}`} />
              {/* The account page has this button too. */}
              {signedIn && hasLogout && <LogoutRow className={classes.row} onAsk={onClose} isQuiet />}
            </div>
            <div className={classes.icons}>
              <IconLinks />
            </div>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </MantineScope>
  );
}
