import { useApolloClient } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { PAGES, SETTINGS_PATH } from "../../../contract/pages";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Avatar } from "../../ui/Avatar";
import { Disclosure } from "../../ui/Disclosure";
import menu from "../../ui/menu.module.css";
import { NotificationBell } from "../notification-bell";
import { useLogout } from "./logout";
import { requestPromptEditor } from "../../session/dialog-request";
import { unseal } from "../../session/sealed";
import { useViewer } from "../../session/viewer";
import classes from "./AccountMenu.module.css";

export interface AccountMenuProps {
  /** The same label as the link that the menu replaces. */
  label(member: { avatar?: ReactNode; name?: ReactNode }): ReactNode;
}

export function AccountMenu({ label }: AccountMenuProps) {
  const path = useLocalePath();
  const { key } = useLocation();
  const { viewer } = useViewer();
  const logout = useLogout();
  useKeptDrafts(viewer?.user.id);
  return (
    <>
      <NotificationBell />
      {/* The key closes the menu on navigation. */}
      <Disclosure
        key={key}
        className={menu.menu}
        summaryClassName={`${menu.summary} ${classes.summary}`}
        label={label(
          viewer
            ? {
                avatar: <Avatar name={viewer.user.username} size={28} />,
                name: viewer.user.username,
              }
            : {},
        )}
      >
        <ul className={`${menu.list} ${classes.list}`}>
          {viewer && (
            <li className={classes.name}>
              <bdi>{viewer.user.username}</bdi>
            </li>
          )}
          <li>
            <Link to={path(PAGES.user.path)}>
              <Trans>My prompts</Trans>
            </Link>
          </li>
          <li>
            <Link to={path(PAGES.favorites.path)}>
              <Trans>My favourites</Trans>
            </Link>
          </li>
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={(event) => {
                event.currentTarget.closest("details")?.removeAttribute("open");
                requestPromptEditor(null);
              }}
            >
              <Trans>Add a prompt</Trans>
            </button>
          </li>
          <li>
            <Link to={path(SETTINGS_PATH)}>
              <Trans>Settings</Trans>
            </Link>
          </li>
          <li>
            <button type="button" onClick={logout}>
              <Trans>Log out</Trans>
            </button>
          </li>
        </ul>
      </Disclosure>
    </>
  );
}

/** Gives the member back what they kept in this browser when they logged out. */
function useKeptDrafts(account: string | undefined): void {
  const client = useApolloClient();
  const { session } = useSite();
  useEffect(() => {
    if (account === undefined || session.account !== account) return;
    // What cannot be had now is had with the next page.
    unseal(client, session, account).catch(() => null);
  }, [account, client, session]);
}
