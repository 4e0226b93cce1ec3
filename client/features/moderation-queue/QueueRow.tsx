import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { commentPath } from "../../../contract/comments";
import { promptPath } from "../../../contract/pages";
import type { ModerationQueueQuery, ModerationReason } from "../../gql/graphql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { useAnnounce } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { CommentText } from "../comment";
import { useActText, useReasonText } from "../moderation";
import { PromptRowText, rowClasses } from "../prompt";
import type { AskedGrounds } from "./GroundsDialog";
import { logOf } from "./ModerationLog";
import { type DecisionPayload, useDecisions } from "./use-queue";
import classes from "./QueueRow.module.css";

type Reported = NonNullable<ModerationQueueQuery["reportedContent"]>["nodes"][number];
type Kind = NonNullable<DecisionPayload["act"]>["kind"];

/** In the order of their keys. */
const REASONS = ["SPAM", "ABUSE", "DANGEROUS", "PERSONAL_DATA", "COPYRIGHT"] as const satisfies ModerationReason[];

interface Decided {
  actId: string;
  kind: Kind;
  reason: ModerationReason | null;
}

interface QueueRowProps {
  reported: Reported;
  /** The ids of decisions that were taken back in the log. */
  undone: ReadonlySet<string>;
  /** Asks the moderator why. */
  onAsk(asked: AskedGrounds): void;
  /** Moves the focus to another row. */
  onStep(from: HTMLElement, by: 1 | -1): void;
}

/** A reported prompt, and what can be done about it. Its keys work while it, or something in it, has the focus. */
export function QueueRow({ reported, undone, onAsk, onStep }: QueueRowProps) {
  const { t, i18n } = useLingui();
  const path = useLocalePath();
  const [titleId, hideId] = [useId(), useId()];
  const announce = useAnnounce();
  const reasonText = useReasonText();
  const actText = useActText();
  const decisions = useDecisions();
  const row = useRef<HTMLElement>(null);
  const isBusy = useRef(false);
  const [last, setDecided] = useState<Decided | "elsewhere" | null>(null);
  const decided = last && last !== "elsewhere" && undone.has(last.actId) ? null : last;
  const { prompt, comment, author } = reported;
  const { reportCount, newcomerCount, reports, priorActs, openedAt } = reported;
  const name = author ? <bdi>{author.username}</bdi> : <Trans>Deleted account</Trans>;

  const show = (payload: DecisionPayload, isUndo: boolean) => {
    if (!payload.act) {
      setDecided("elsewhere");
      announce(t`Somebody else has decided already`);
      return;
    }
    const { id: actId, kind, reason } = payload.act;
    setDecided(isUndo ? null : { actId, kind, reason });
    announce(isUndo ? t`Taken back` : actText({ kind, reason }));
    if (!isUndo && row.current) onStep(row.current, 1);
  };
  const run = async (decide: () => Promise<DecisionPayload | null>, isUndo = false) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const payload = await decide();
    isBusy.current = false;
    if (payload) show(payload, isUndo);
  };
  const hide = (reason: ModerationReason, note: string | null = null) =>
    void run(() => decisions.hide(reported, { reason, note }));
  const closeThread = () => {
    if (comment) void run(() => decisions.closeThread(comment.threadId));
  };
  const undo = () => {
    if (decided && decided !== "elsewhere") void run(() => decisions.undo(decided.actId, comment), true);
  };
  const ask = (act: AskedGrounds["act"]) =>
    onAsk({
      act,
      target: reported,
      onDecided: (payload) => show(payload, false),
      onClosed: () => row.current?.focus(),
    });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
    if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    const letter = key.toLowerCase();
    if (key === "ArrowDown" || key === "ArrowUp") onStep(currentTarget, key === "ArrowDown" ? 1 : -1);
    else if (letter === "u") undo();
    else if (decided) return;
    else if (/^[1-5]$/.test(key)) hide(REASONS[Number(key) - 1] ?? "OTHER");
    else if (letter === "k") void run(() => decisions.keep(reported));
    else if (letter === "t" && comment) closeThread();
    else if (letter === "o") ask("hide");
    else if (letter === "c" && author) ask("close");
    else return;
    event.preventDefault();
  };
  const priorCount = priorActs.length;
  return (
    <article ref={row} className={classes.row} tabIndex={-1} aria-labelledby={titleId} onKeyDown={onKeyDown}>
      {prompt ? (
        <PromptRowText
          text={prompt.text}
          language={localeOf(prompt.text.locale)}
          titleId={titleId}
          page={path(promptPath(prompt.id))}
        />
      ) : comment ? (
        <>
          <h3 id={titleId} className={classes.comment}>
            <Link to={path(commentPath(comment.promptId, comment.id))}>
              {author ? <Trans>Comment by {name}</Trans> : <Trans>Comment</Trans>}
            </Link>
          </h3>
          <CommentText html={comment.html} />
        </>
      ) : (
        <h3 id={titleId} className={classes.gone}>
          <Trans>Its author does not share it any more.</Trans>
        </h3>
      )}
      <p className={rowClasses.meta}>
        <span>{name}</span>
        <time dateTime={openedAt}>{i18n.date(new Date(openedAt), { dateStyle: "medium", timeStyle: "short" })}</time>
        <span>{t`${plural(reportCount, { one: "# member reported it", other: "# members reported it" })}`}</span>
        {newcomerCount > 0 && (
          <span>{t`${plural(newcomerCount, { one: "# of them is new", other: "# of them are new" })}`}</span>
        )}
        {author && priorCount > 0 && (
          <Link
            to={logOf(author.id)}
          >{t`${plural(priorCount, { one: "# earlier decision about this member", other: "# earlier decisions about this member" })}`}</Link>
        )}
      </p>
      <ul className={classes.reports}>
        {reports.map(({ id, reason }) => (
          <li key={id} dir="auto">
            {reason}
          </li>
        ))}
      </ul>
      {decided ? (
        <p className={classes.decided}>
          <span>{decided === "elsewhere" ? t`Somebody else has decided already` : actText(decided)}</span>
          {decided !== "elsewhere" && (
            <Button variant="default" aria-keyshortcuts="U" onClick={undo}>
              <Trans context="decision">Undo</Trans>
            </Button>
          )}
        </p>
      ) : (
        <div className={classes.decisions}>
          <div className={classes.reasons} role="group" aria-labelledby={hideId}>
            <span id={hideId}>
              <Trans>Hide it for:</Trans>
            </span>
            {REASONS.map((reason, index) => (
              <Button
                key={reason}
                className={classes.reason ?? ""}
                variant="subtle"
                aria-keyshortcuts={String(index + 1)}
                onClick={() => hide(reason)}
              >
                <Key>{String(index + 1)}</Key> {reasonText(reason)}
              </Button>
            ))}
            <Button
              className={classes.reason ?? ""}
              variant="subtle"
              aria-haspopup="dialog"
              aria-keyshortcuts="O"
              onClick={() => ask("hide")}
            >
              <Key>O</Key> <Trans>Another reason…</Trans>
            </Button>
          </div>
          <div className={classes.others}>
            <Button variant="default" aria-keyshortcuts="K" onClick={() => void run(() => decisions.keep(reported))}>
              <Key>K</Key> <Trans>Keep it</Trans>
            </Button>
            {comment && (
              <Button variant="subtle" aria-keyshortcuts="T" onClick={closeThread}>
                <Key>T</Key> <Trans>Close the thread</Trans>
              </Button>
            )}
            {author && (
              <Button
                className={classes.heavy ?? ""}
                variant="subtle"
                aria-haspopup="dialog"
                aria-keyshortcuts="C"
                onClick={() => ask("close")}
              >
                <Key>C</Key> <Trans>Close the account…</Trans>
              </Button>
            )}
          </div>
        </div>
      )}
    </article>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className={classes.key} aria-hidden="true">
      {children}
    </kbd>
  );
}
