import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { PAGES } from "../../../contract/pages";
import { useAct } from "../../forms/use-act";
import { LoadFailure } from "../../forms/LoadFailure";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyPanel } from "../../ui/EmptyPanel";
import { RowsLoading } from "../../ui/RowsLoading";
import classes from "./NotificationList.module.css";
import { NotificationRow } from "./NotificationRow";
import { useMarkRead, useNotifications } from "./use-notifications";

/** What the member is told, the newest first. */
export function NotificationList() {
  const { t } = useLingui();
  const path = useLocalePath();
  const { list, unread, error, more, retry } = useNotifications();
  const { markOne, markAll } = useMarkRead();
  const act = useAct("save");
  const section = useRef<HTMLDivElement>(null);
  if (error) return <LoadFailure error={error} action="load" onRetry={retry} />;
  if (!list) return <RowsLoading of="list" />;
  if (list.nodes.length === 0) {
    return (
      <EmptyPanel
        id="no-notifications"
        title={<Trans>No notifications yet</Trans>}
        action={
          <ButtonLink to={path(PAGES.communityPrompts.path)}>
            <Trans>Community prompts</Trans>
          </ButtonLink>
        }
      >
        <Trans>Answers to your comments and comments on your prompts will be here.</Trans>
      </EmptyPanel>
    );
  }
  return (
    <div ref={section} className={classes.section} tabIndex={-1}>
      <div className={classes.bar}>
        <h2>
          <Trans>Notifications</Trans>
        </h2>
        {unread > 0 && (
          <Button
            variant="default"
            onClick={() =>
              act(
                async () => {
                  await markAll(list.nodes);
                  // The button is gone then.
                  section.current?.focus();
                },
                t`All are marked as read.`,
              )
            }
          >
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {list.nodes.map((notification) => (
          <li key={notification.id} data-unread={!notification.read || undefined}>
            <NotificationRow notification={notification} onRead={() => markOne(notification.id)} />
          </li>
        ))}
      </ul>
      {list.pageInfo.hasNextPage && (
        <Button className={classes.more} variant="default" aria-busy={more.busy} onClick={more.load}>
          <Trans>Load more</Trans>
        </Button>
      )}
    </div>
  );
}
