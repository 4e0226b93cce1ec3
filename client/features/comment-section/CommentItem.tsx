import { Trans, useLingui } from "@lingui/react/macro";
import { startTransition, useEffect, useRef, useState } from "react";
import { commentAnchor, commentPath } from "../../../contract/comments";
import { useLocalePath } from "../../runtime/SiteProvider";
import { useAccount } from "../../session/use-signed-in";
import { Link } from "../../ui/Link";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Outline } from "../../ui/Icon";
import { type Comment, CommentText, levelOf } from "../comment";
import { Composer, DeleteQuestion } from "../comment-form";
import { ReportButton } from "../moderation";
import { AuthorLink } from "../prompt";
import { TimeAgo } from "../time";
import classes from "./CommentItem.module.css";

const REPLY = "M9 17 4 12l5-5M20 18v-2a4 4 0 0 0-4-4H4";

interface CommentItemProps {
  comment: Comment;
  /** Whether the address names it. */
  isTarget: boolean;
  /** Whether what it answers stands elsewhere than right above it. */
  saysWhom: boolean;
}

type Mode = "read" | "reply" | "edit" | "delete";

/** A comment, and what the reader can do with it. */
export function CommentItem({ comment, isTarget, saysWhom }: CommentItemProps) {
  const { t } = useLingui();
  const [mode, setMode] = useState<Mode>("read");
  const account = useAccount();
  const element = useRef<HTMLElement>(null);
  const { id, author, deleted, hidden, closed, html } = comment;
  const isOwn = author !== null && account === author.id;
  const isGone = deleted || (hidden && html === "");
  useEffect(() => {
    if (!isTarget) return;
    element.current?.scrollIntoView({ block: "center" });
    element.current?.focus({ preventScroll: true });
  }, [isTarget]);
  const begin = (next: Mode) => startTransition(() => setMode(next));
  const giveUp = () => setMode("read");
  const end = () => {
    setMode("read");
    element.current?.focus();
  };
  const name = author?.username;
  const anchor = commentAnchor(id);
  /** The button's name ends with whose comment it is, and from when. */
  const naming = (act: string) => ({ id: `${anchor}-${act}`, "aria-labelledby": `${anchor}-${act} ${anchor}-head` });
  return (
    <article
      ref={element}
      id={anchor}
      className={classes.comment}
      data-level={levelOf(comment)}
      data-target={isTarget || undefined}
      data-gone={isGone || undefined}
      tabIndex={-1}
      aria-label={name === undefined ? t`Comment` : t`Comment by ${name}`}
    >
      {!isGone && <Avatar name={name ?? "?"} size={levelOf(comment) === 0 ? 32 : 28} />}
      <div className={classes.body}>
        {isGone ? (
          <p className={classes.gone}>
            {deleted ? <Trans>This comment was deleted.</Trans> : <Trans>Moderators have hidden this comment.</Trans>}
          </p>
        ) : (
          <>
            <CommentHead comment={comment} saysWhom={saysWhom} />
            {mode === "edit" ? (
              <Composer purpose="edit" comment={comment} onEnd={end} onUnavailable={giveUp} />
            ) : (
              <CommentText html={html} />
            )}
          </>
        )}
        {!isGone && mode === "read" && (
          <div className={classes.acts} data-needs-script>
            {!closed && !hidden && (
              <Button
                variant="subtle"
                aria-label={name === undefined ? undefined : t`Reply to ${name}`}
                onClick={() => begin("reply")}
              >
                <Outline path={REPLY} size={15} directional />
                <Trans>Reply</Trans>
              </Button>
            )}
            {!isOwn && !hidden && (
              <ReportButton target={{ commentId: id, username: name ?? null }} naming={naming("report")} />
            )}
            {isOwn && (
              <>
                <Button {...naming("edit")} variant="subtle" onClick={() => begin("edit")}>
                  <Trans context="comment">Edit</Trans>
                </Button>
                <Button {...naming("delete")} variant="subtle" onClick={() => begin("delete")}>
                  <Trans context="comment">Delete</Trans>
                </Button>
              </>
            )}
          </div>
        )}
        {mode === "reply" && <Composer purpose="reply" comment={comment} onEnd={end} onUnavailable={giveUp} />}
        {mode === "delete" && <DeleteQuestion comment={comment} onEnd={end} onUnavailable={giveUp} />}
      </div>
    </article>
  );
}

function CommentHead({ comment, saysWhom }: Pick<CommentItemProps, "comment" | "saysWhom">) {
  const path = useLocalePath();
  const { id, promptId, author, parent, createdAt, editedAt, hidden } = comment;
  const answered = saysWhom && parent?.author ? <bdi>{parent.author.username}</bdi> : null;
  return (
    <p id={`${commentAnchor(id)}-head`} className={classes.head}>
      {author ? (
        <AuthorLink username={author.username} />
      ) : (
        <span className={classes.nobody}>
          <Trans>Deleted account</Trans>
        </span>
      )}
      {answered && parent && (
        <Link className={classes.fact} to={path(commentPath(promptId, parent.id))} preventScrollReset>
          <Trans>to {answered}</Trans>
        </Link>
      )}
      <Link className={classes.fact} to={path(commentPath(promptId, id))} rel="nofollow" preventScrollReset>
        <TimeAgo at={createdAt} />
      </Link>
      {editedAt !== null && (
        <span className={classes.fact}>
          <Trans>edited</Trans>
        </span>
      )}
      {hidden && (
        <span className={classes.hidden}>
          <Trans>Hidden by moderators</Trans>
        </span>
      )}
    </p>
  );
}
