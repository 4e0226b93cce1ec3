import { Trans } from "@lingui/react/macro";
import { useRef } from "react";
import { LoadFailure } from "../../forms/LoadFailure";
import { Button } from "../../ui/Button";
import { RowsLoading } from "../../ui/RowsLoading";
import { rowClasses } from "../prompt";
import type { AskedGrounds } from "./GroundsDialog";
import { QueueRow } from "./QueueRow";
import { useQueue } from "./use-queue";
import classes from "./ModerationQueue.module.css";

interface ModerationQueueProps {
  /** The ids of decisions that were taken back in the log. */
  undone: ReadonlySet<string>;
  /** Asks the moderator why. */
  onAsk(asked: AskedGrounds): void;
}

/** The reports that wait, with what can be decided by one key each. What is decided stays in its place until the page is left. */
export function ModerationQueue({ undone, onAsk }: ModerationQueueProps) {
  const { list, error, more, retry } = useQueue();
  const rows = useRef<HTMLUListElement>(null);
  if (error) return <LoadFailure error={error} action="load-reports" onRetry={retry} />;
  if (!list) return <RowsLoading of="list" />;
  const step = (from: HTMLElement, by: 1 | -1) => {
    const all = [...(rows.current?.querySelectorAll("article") ?? [])];
    const next = all[all.indexOf(from) + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  return (
    <section aria-labelledby="moderation">
      <h2 id="moderation" className={classes.heading}>
        <Trans>Moderation</Trans>
      </h2>
      {list.nodes.length === 0 ? (
        <p>
          <Trans>No report is waiting.</Trans>
        </p>
      ) : (
        <>
          <p className={`${classes.help} ${classes.keys}`}>
            <Trans>
              Keys, while a prompt or comment has the focus: 1 to 5 hide it for that reason, O for another one, K keeps
              it, T closes the thread of a comment, C closes the account, U takes the decision back; the arrow keys go
              on.
            </Trans>
          </p>
          <ul ref={rows} className={rowClasses.rows}>
            {list.nodes.map((reported) => (
              <li key={`${reported.promptId ?? ""} ${reported.commentId ?? ""}`}>
                <QueueRow reported={reported} undone={undone} onAsk={onAsk} onStep={step} />
              </li>
            ))}
          </ul>
          {list.pageInfo.hasNextPage && (
            <Button className={classes.more} variant="default" aria-busy={more.busy} onClick={more.load}>
              <Trans>Load more</Trans>
            </Button>
          )}
        </>
      )}
    </section>
  );
}
