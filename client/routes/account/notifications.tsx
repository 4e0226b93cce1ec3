import { Trans, useLingui } from "@lingui/react/macro";
import { MemberPage } from "../../features/account";
import { NotificationList } from "../../features/notification-list";
import { useViewer } from "../../session/viewer";
import { RowsLoading } from "../../ui/RowsLoading";
import { useFocusRecovery } from "../../ui/use-focus-recovery";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** What the member is told. */
export default function NotificationsPage() {
  const { t } = useLingui();
  const content = useFocusRecovery<HTMLDivElement>();
  const viewer = useViewer({ force: true });
  return (
    // Takes the focus when the account, and the focused element with it, is gone.
    <div ref={content} tabIndex={-1}>
      <MemberPage
        view="notifications"
        title={t`Notifications`}
        lead={<Trans>Log in to see your notifications.</Trans>}
        viewer={viewer}
        action="load"
        loading={<RowsLoading of="list" />}
      >
        <NotificationList />
      </MemberPage>
    </div>
  );
}
