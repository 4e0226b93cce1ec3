import { skipToken } from "@apollo/client/react";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { graphql } from "../../gql";
import { useQuery } from "../../runtime/apollo-hooks";
import { IN_ORDER } from "../../runtime/in-order";
import { useLocalePath } from "../../runtime/SiteProvider";
import { useAccount } from "../../session/use-signed-in";
import { Link } from "../../ui/Link";
import { useAnnounce } from "../../ui/Announcer";
import { Outline } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useLiveAnswer } from "../live";
import { BELL } from "./bell";
import classes from "./NotificationBell.module.css";

const UnreadNotificationsQuery = graphql(`
  query UnreadNotifications {
    viewer {
      user {
        id
      }
      unreadNotificationCount
    }
  }
`);

/** The server counts no further. */
const MANY = 100;

/** Leads to what the member is told, and says how much of it is unread. It follows other tabs and devices. */
export function NotificationBell() {
  const { t, i18n } = useLingui();
  const path = useLocalePath()(PAGES.notifications.path);
  const { pathname } = useLocation();
  const announce = useAnnounce();
  const account = useAccount();
  const { data, refetch } = useQuery(
    UnreadNotificationsQuery,
    account === null
      ? skipToken
      : { context: IN_ORDER, fetchPolicy: "cache-and-network", nextFetchPolicy: "cache-first" },
  );
  const viewer = data?.viewer;
  const count = viewer && viewer.user.id === account ? (viewer.unreadNotificationCount ?? undefined) : undefined;
  useLiveAnswer("notifications", "NOTIFICATIONS_CHANGED", refetch);
  const announced = useRef<number | undefined>(undefined);
  useEffect(() => {
    // What was there when the page opened, or when the member came, is no news.
    if (count !== undefined && announced.current !== undefined && count > announced.current)
      announce(t`${plural(count, { one: "# unread notification", other: "# unread notifications" })}`);
    announced.current = count;
  }, [count, announce, t]);
  const unread = count ?? 0;
  const label =
    unread === 0
      ? t`Notifications`
      : unread >= MANY
        ? t`Notifications, more than 99 unread`
        : t`Notifications, ${plural(unread, { one: "# unread", other: "# unread" })}`;
  return (
    <Link className={classes.bell} to={path} aria-current={pathname === path ? "page" : undefined} data-on-intent>
      <Outline path={BELL} size={20} />
      {/* Not as a label: in some languages the number is a word there. */}
      <VisuallyHidden>{label}</VisuallyHidden>
      {unread > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {unread >= MANY ? `${i18n.number(MANY - 1)}+` : i18n.number(unread)}
        </span>
      )}
    </Link>
  );
}
