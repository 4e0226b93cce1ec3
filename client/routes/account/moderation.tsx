import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { MemberPage } from "../../features/account";
import { type AskedGrounds, GroundsDialog, ModerationLog, ModerationQueue } from "../../features/moderation-queue";
import { useViewer } from "../../session/viewer";
import { RowsLoading } from "../../ui/RowsLoading";

export { accountPageLoader as loader } from "../../features/account";
export { accountCatalog as catalog } from "../../i18n/account-catalog";

/** Where moderators decide about reports. */
export default function ModerationPage() {
  const { t } = useLingui();
  const viewer = useViewer({ force: true });
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [asked, ask] = useState<AskedGrounds | null>(null);
  return (
    <>
      <MemberPage
        view="moderation"
        title={t`Moderation`}
        lead={<Trans>Log in as a moderator to see the reports.</Trans>}
        viewer={viewer}
        action="load-reports"
        loading={<RowsLoading of="list" />}
      >
        {viewer.viewer?.isModerator ? (
          <>
            <ModerationQueue undone={undone} onAsk={ask} />
            <ModerationLog onUndone={(actId) => setUndone((ids) => new Set(ids).add(actId))} />
          </>
        ) : (
          <p>
            <Trans>Only moderators see this page.</Trans>
          </p>
        )}
      </MemberPage>
      {asked && <GroundsDialog asked={asked} onClose={() => ask(null)} />}
    </>
  );
}
