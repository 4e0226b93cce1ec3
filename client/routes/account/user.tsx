import { Trans, useLingui } from "@lingui/react/macro";
import { useSearchParams } from "react-router-dom";
import { MemberPage, Settings } from "../../features/account";
import { DecisionsOnOwn } from "../../features/moderation";
import { OwnPromptList } from "../../features/own-prompt";
import { useViewer } from "../../session/viewer";
import { RowsLoading } from "../../ui/RowsLoading";
import { useFocusRecovery } from "../../ui/use-focus-recovery";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The member's prompts, and in the other view their settings. */
export default function UserPage() {
  const { t } = useLingui();
  const content = useFocusRecovery<HTMLDivElement>();
  const [search] = useSearchParams();
  const isSettings = search.get("view") === "settings";
  const viewer = useViewer({ force: true });
  return (
    // Takes the focus when the account, and the focused element with it, is gone.
    <div ref={content} tabIndex={-1}>
      {isSettings ? (
        <MemberPage
          view="settings"
          title={t`Your account`}
          lead={<Trans>Log in to see your account.</Trans>}
          viewer={viewer}
          action="load"
          loading={<RowsLoading of="panel" />}
        >
          <Settings>
            <DecisionsOnOwn />
          </Settings>
        </MemberPage>
      ) : (
        <MemberPage
          view="prompts"
          title={t`My prompts`}
          lead={<Trans>Log in to see your prompts.</Trans>}
          viewer={viewer}
          action="load-prompts"
          loading={<RowsLoading of="list" withSearch />}
        >
          <OwnPromptList />
        </MemberPage>
      )}
    </div>
  );
}
