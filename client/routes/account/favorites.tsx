import { Trans, useLingui } from "@lingui/react/macro";
import {
  AccountFrame,
  AccountHome,
  AccountHomeLoading,
  AccountPage,
  AuthLink,
  JoinOrLogIn,
} from "../../features/account";
import { FavoriteList, FavoriteListFrame } from "../../features/favorite-list";
import { LoadFailure } from "../../forms/LoadFailure";
import { useViewer } from "../../session/viewer";
import { useFocusRecovery } from "../../ui/use-focus-recovery";

export { accountCatalog as catalog, accountPageLoader as loader } from "../../features/account";

/** The member's favourites, in their own order. */
export default function FavoritesPage() {
  const { t } = useLingui();
  const content = useFocusRecovery<HTMLDivElement>();
  const { viewer, error, retry } = useViewer({ force: true });
  const title = t`My favourites`;
  return (
    // Takes the focus when the account, and the focused element with it, is gone.
    <div ref={content} tabIndex={-1}>
      {viewer === null && !error ? (
        <AccountPage
          title={title}
          lead={<Trans>Log in to see your favourites.</Trans>}
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
            <AccountHome key={viewer.user.id} view="favorites" username={viewer.user.username}>
              <FavoriteList />
            </AccountHome>
          ) : error ? (
            <LoadFailure error={error} action="load-favorites" onRetry={retry} />
          ) : (
            <AccountHomeLoading view="favorites" title={title}>
              <FavoriteListFrame />
            </AccountHomeLoading>
          )}
        </AccountFrame>
      )}
    </div>
  );
}
