import { Trans, useLingui } from "@lingui/react/macro";
import { MemberPage } from "../../features/account";
import { FavoriteList } from "../../features/favorite-list";
import { useViewer } from "../../session/viewer";
import { RowsLoading } from "../../ui/RowsLoading";
import { useFocusRecovery } from "../../ui/use-focus-recovery";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** The member's favourites, in their own order. */
export default function FavoritesPage() {
  const { t } = useLingui();
  const content = useFocusRecovery<HTMLDivElement>();
  const viewer = useViewer({ force: true });
  return (
    // Takes the focus when the account, and the focused element with it, is gone.
    <div ref={content} tabIndex={-1}>
      <MemberPage
        view="favorites"
        title={t`My favourites`}
        lead={<Trans>Log in to see your favourites.</Trans>}
        viewer={viewer}
        action="load-favorites"
        loading={<RowsLoading of="list" />}
      >
        <FavoriteList />
      </MemberPage>
    </div>
  );
}
