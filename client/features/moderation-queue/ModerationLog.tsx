import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { LoadFailure } from "../../forms/LoadFailure";
import type { ModerationLogQuery } from "../../gql/graphql";
import { Link } from "../../ui/Link";
import { useAnnounce } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { RowsLoading } from "../../ui/RowsLoading";
import { Decision, useActText } from "../moderation";
import { rowClasses } from "../prompt";
import classes from "./ModerationLog.module.css";
import queue from "./ModerationQueue.module.css";
import { useLog } from "./use-log";
import { useDecisions } from "./use-queue";

type Act = NonNullable<ModerationLogQuery["moderationActs"]>["nodes"][number];

/** Where the log is on its page. */
const LOG = "log";

/** The address of what was done to a member. */
export const logOf = (userId: string) => ({ search: `?member=${userId}`, hash: LOG });

/** Everything that moderators did, or, as the address says, what they did to one member. @param onUndone told when a decision was taken back */
export function ModerationLog({ onUndone }: { onUndone(actId: string): void }) {
  const [search] = useSearchParams();
  const userId = search.get("member");
  const { list, error, more, retry } = useLog(userId);
  const name = <bdi>{list?.nodes.find(({ member }) => member !== null)?.member ?? userId}</bdi>;
  return (
    <section id={LOG} className={classes.log} aria-labelledby="log-heading" tabIndex={-1}>
      <h2 id="log-heading" className={queue.heading}>
        <Trans>Log of decisions</Trans>
      </h2>
      {userId !== null && (
        <p className={queue.help}>
          <Trans>Only what was done to {name}.</Trans>{" "}
          <Link to={{ search: "", hash: LOG }}>
            <Trans>Show everything</Trans>
          </Link>
        </p>
      )}
      {error ? (
        <LoadFailure error={error} action="load" onRetry={retry} />
      ) : !list ? (
        <RowsLoading of="list" />
      ) : list.nodes.length === 0 ? (
        <p>
          <Trans>Nothing has been decided yet.</Trans>
        </p>
      ) : (
        <ol className={rowClasses.rows}>
          {list.nodes.map((act) => (
            <li key={act.id}>
              <LogRow act={act} onUndone={onUndone} />
            </li>
          ))}
        </ol>
      )}
      {list?.pageInfo.hasNextPage && (
        <Button className={queue.more} variant="default" aria-busy={more.busy} onClick={more.load}>
          <Trans>Load more</Trans>
        </Button>
      )}
    </section>
  );
}

function LogRow({ act, onUndone }: { act: Act; onUndone(actId: string): void }) {
  const { t, i18n } = useLingui();
  const actText = useActText();
  const beforeText = useBeforeText();
  const announce = useAnnounce();
  const decisions = useDecisions();
  const row = useRef<HTMLElement>(null);
  const isBusy = useRef(false);
  const { id, createdAt, userId, undoable, comment } = act;
  const what = actText(act);
  const moderator = <bdi>{act.moderator}</bdi>;
  const undo = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const payload = await decisions.undo(id, comment);
    isBusy.current = false;
    if (!payload) return;
    announce(payload.act ? t`Taken back` : t`Somebody else has decided already`);
    // The button is about to go.
    row.current?.focus();
    onUndone(id);
    decisions.reload();
  };
  return (
    <article ref={row} className={classes.row} tabIndex={-1}>
      <Decision
        act={act}
        aside={
          undoable && (
            <Button variant="default" aria-label={t`Undo: ${what}`} onClick={() => void undo()}>
              <Trans context="decision">Undo</Trans>
            </Button>
          )
        }
      />
      <p className={rowClasses.meta}>
        {userId !== null && (
          <Link to={logOf(userId)}>
            <bdi>{act.member ?? t`Deleted account`}</bdi>
          </Link>
        )}
        <time dateTime={createdAt}>{i18n.date(new Date(createdAt), { dateStyle: "medium", timeStyle: "short" })}</time>
        <span>{act.moderator === null ? <Trans>by the operator</Trans> : <Trans>by {moderator}</Trans>}</span>
        <span>{beforeText(act.before ?? "{}")}</span>
      </p>
    </article>
  );
}

/** As the server records it; unlike what else it sends, without a type in the schema. */
interface Before {
  hidden?: boolean;
  closed?: boolean;
  case?: { reportCount: number } | null;
}

/** Words how it was before. */
function useBeforeText(): (json: string) => string {
  const { t } = useLingui();
  return (json) => {
    const { hidden, closed, case: reported } = JSON.parse(json) as Before;
    const reportCount = reported?.reportCount ?? 0;
    const parts = [
      hidden !== undefined && (hidden ? t`Before: hidden` : t`Before: public`),
      closed !== undefined && (closed ? t`Before: closed` : t`Before: open`),
      reportCount > 0 && t`${plural(reportCount, { one: "# member reported it", other: "# members reported it" })}`,
    ];
    return parts.filter((part) => part !== false).join(" · ");
  };
}
