import { Trans, useLingui } from "@lingui/react/macro";
import { useSearchParams } from "react-router-dom";
import {
  AccountFrame,
  AccountHome,
  AccountHomeLoading,
  AccountPage,
  AuthLink,
  JoinOrLogIn,
  Settings,
  useKeptViewer,
} from "../../features/account";
import { OwnPromptList } from "../../features/own-prompt";
import { LoadFailure } from "../../forms/LoadFailure";
import { RowsLoading } from "../../ui/RowsLoading";
import { useFocusRecovery } from "../../ui/use-focus-recovery";

export { accountCatalog as catalog, accountPageLoader as loader } from "../../features/account";

/** The member's prompts, and in the other view their settings. */
export default function UserPage() {
  const { t } = useLingui();
  const content = useFocusRecovery<HTMLDivElement>();
  const [search] = useSearchParams();
  const view = search.get("view") === "settings" ? "settings" : "prompts";
  const { viewer, error, retry } = useKeptViewer(content, view === "settings");
  const title = view === "settings" ? t`Your account` : t`My prompts`;
  return (
    // Takes the focus when the account, and the focused element with it, is gone.
    <div ref={content} tabIndex={-1}>
      {viewer === null && !error ? (
        <AccountPage
          title={title}
          lead={
            view === "settings" ? (
              <Trans>Log in to see your account.</Trans>
            ) : (
              <Trans>Log in to see your prompts.</Trans>
            )
          }
          foot={
            <>
              <AuthLink view="link" />
              <JoinOrLogIn view="register" />
            </>
          }
        >
          <AuthLink view="password" primary />
        </AccountPage>
      ) : (
        <AccountFrame title={title} headingFor={viewer ? "nobody" : error ? "everyone" : "visitors"}>
          {viewer ? (
            // The key hides from the next member what the last one was typing.
            <AccountHome key={viewer.user.id} view={view} username={viewer.user.username}>
              {view === "settings" ? <Settings /> : <OwnPromptList />}
            </AccountHome>
          ) : error ? (
            <LoadFailure error={error} action={view === "settings" ? "load" : "load-prompts"} onRetry={retry} />
          ) : (
            <AccountHomeLoading view={view} title={title}>
              <RowsLoading of={view === "settings" ? "panel" : "list"} />
            </AccountHomeLoading>
          )}
        </AccountFrame>
      )}
    </div>
  );
}
