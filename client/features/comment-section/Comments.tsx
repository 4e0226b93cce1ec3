import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useId, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { commentPath } from "../../../contract/pages";
import { useCompactNumber } from "../../i18n/use-compact-number";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useAccount } from "../../session/use-signed-in";
import { Button } from "../../ui/Button";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { type CommentList, CommentsContext, commentVariables, type Thread } from "../comment";
import { CommentItem } from "./CommentItem";
import classes from "./Comments.module.css";
import { HiddenComments } from "./HiddenComments";
import { useCommentForms } from "./use-comment-forms";
import { useMoreComments } from "./use-more-comments";

interface CommentsProps {
  /** Null on the feedback page. */
  promptId: string | null;
  list: CommentList;
  /** The comment that the page's address names. */
  target: string | null;
}

/** The comments of a page, and the form in which to write one. The server renders the first of them. */
export function Comments({ promptId, list, target }: CommentsProps) {
  const { locale } = useSite();
  const compact = useCompactNumber();
  const heading = useId();
  const value = useMemo(() => ({ promptId, variables: commentVariables(locale, target) }), [promptId, locale, target]);
  const { commentCount } = list;
  return (
    <CommentsContext value={value}>
      <section className={classes.comments} aria-labelledby={heading} id="comments" tabIndex={-1}>
        <h2 id={heading}>
          <Trans>Comments</Trans>
          {commentCount > 0 && (
            <>
              {" "}
              <span className={classes.count} aria-hidden="true">
                {compact(commentCount)}
              </span>
              <VisuallyHidden>
                <Plural value={commentCount} one="# comment" other="# comments" />
              </VisuallyHidden>
            </>
          )}
        </h2>
        <ComposerSlot promptId={promptId} />
        <HiddenComments />
        <Threads list={list} target={target} />
      </section>
    </CommentsContext>
  );
}

/** The form is loaded when somebody begins to write, or has begun before. */
function ComposerSlot({ promptId }: { promptId: string | null }) {
  const { t } = useLingui();
  const { session } = useSite();
  const account = useAccount();
  const [forms, loadForms] = useCommentForms();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const kept = privateStorage(session).read(`comment.${promptId ?? "feedback"}`);
    if (kept !== null) loadForms();
  }, [session, account, promptId, loadForms]);
  const begin = () => {
    setAsked(true);
    loadForms();
  };
  const placeholder =
    promptId === null ? t`What is missing, and what does not work?` : t`How did it go, and what would you change?`;
  if (forms) return <forms.Composer key={account} purpose="post" placeholder={placeholder} autoFocus={isAsked} />;
  return (
    <button type="button" className={classes.begin} data-needs-script onClick={begin}>
      {placeholder}
    </button>
  );
}

function Threads({ list, target }: Pick<CommentsProps, "list" | "target">) {
  const path = useLocalePath();
  const { busy, loadThreads } = useMoreComments();
  const { nodes, pageInfo } = list.comments;
  const last = nodes.at(-1);
  const isEmpty = nodes.length === 0;
  return (
    <div className={classes.threads}>
      {pageInfo.hasPreviousPage && (
        <Button variant="default" loading={busy} onClick={() => void loadThreads("before", pageInfo.startCursor)}>
          <Trans>Newer comments</Trans>
        </Button>
      )}
      {isEmpty && (
        <p className={classes.empty}>
          <Trans>Nobody has written anything yet.</Trans>
        </p>
      )}
      {nodes.map((thread) => (
        <ThreadOf key={thread.id} thread={thread} target={target} />
      ))}
      {pageInfo.hasNextPage && last && (
        // A link for those without scripts: the page from the last thread on.
        <Link
          className={classes.more}
          to={path(commentPath(last.promptId, last.id))}
          rel="nofollow"
          aria-busy={busy}
          onClick={(event) => {
            event.preventDefault();
            void loadThreads("after", pageInfo.endCursor);
          }}
        >
          <Trans>More comments</Trans>
        </Link>
      )}
    </div>
  );
}

function ThreadOf({ thread, target }: { thread: Thread; target: string | null }) {
  const path = useLocalePath();
  const { busy, loadReplies } = useMoreComments();
  const { id, promptId, closed, replies } = thread;
  const { nodes, pageInfo } = replies;
  const last = nodes.at(-1);
  return (
    <div className={classes.thread}>
      <CommentItem comment={thread} isTarget={target === id} saysWhom={false} />
      {(nodes.length > 0 || pageInfo.hasNextPage) && (
        <div className={classes.replies}>
          {pageInfo.hasPreviousPage && (
            <Button
              className={classes.earlier}
              variant="subtle"
              loading={busy}
              onClick={() => void loadReplies(id, "before", pageInfo.startCursor)}
            >
              <Trans>Earlier replies</Trans>
            </Button>
          )}
          {nodes.map((reply, index) => (
            <CommentItem
              key={reply.id}
              comment={reply}
              isTarget={target === reply.id}
              saysWhom={reply.depth > 1 && reply.parent?.id !== (nodes[index - 1]?.id ?? id)}
            />
          ))}
          {pageInfo.hasNextPage && (
            <Link
              className={classes.more}
              to={path(commentPath(promptId, last?.id ?? id))}
              rel="nofollow"
              aria-busy={busy}
              onClick={(event) => {
                event.preventDefault();
                void loadReplies(id, "after", pageInfo.endCursor);
              }}
            >
              <Trans>More replies</Trans>
            </Link>
          )}
        </div>
      )}
      {closed && (
        <p className={classes.closed}>
          <Trans>Moderators have closed this thread: nobody can reply.</Trans>
        </p>
      )}
    </div>
  );
}
