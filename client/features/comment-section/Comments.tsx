import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { startTransition, useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { commentPath } from "../../../contract/comments";
import { useCompactNumber } from "../../i18n/use-compact-number";
import { useQuery } from "../../runtime/apollo-hooks";
import type { PageContext } from "../../runtime/page-context";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { useAccount } from "../../session/use-signed-in";
import { Link } from "../../ui/Link";
import { Button } from "../../ui/Button";
import { RowsLoading } from "../../ui/RowsLoading";
import { useRetryOnline } from "../../ui/use-retry-online";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import {
  type CommentList,
  CommentsContext,
  commentVariables,
  FeedbackCommentsQuery,
  PromptCommentsQuery,
  type Thread,
} from "../comment";
import { Composer, StrandedTexts } from "../comment-form";
import { FailureWords } from "../failure";
import { CommentItem } from "./CommentItem";
import classes from "./Comments.module.css";
import { HiddenComments } from "./HiddenComments";
import { NewComments } from "./NewComments";
import { useMoreComments } from "./use-more-comments";

interface CommentsProps {
  /** Null on the feedback page. */
  promptId: string | null;
  /** The comment that the page's address names. */
  target: string | null;
}

/** The server renders the first of them; in the browser they come after the rest of the page. */
export async function preloadComments(
  { apollo, locale }: PageContext,
  { promptId, target }: CommentsProps,
): Promise<void> {
  if (!import.meta.env.SSR) return;
  const variables = commentVariables(locale, target);
  await (promptId === null
    ? apollo.query({ query: FeedbackCommentsQuery, variables })
    : apollo.query({ query: PromptCommentsQuery, variables: { ...variables, id: promptId } }));
}

/** The comments of a page, and the form in which to write one. */
export function Comments(props: CommentsProps) {
  return props.promptId === null ? (
    <FeedbackComments {...props} />
  ) : (
    <PromptComments {...props} promptId={props.promptId} />
  );
}

function PromptComments({ promptId, target }: CommentsProps & { promptId: string }) {
  const { locale } = useSite();
  const variables = { ...commentVariables(locale, target), id: promptId };
  const { data, error, refetch } = useQuery(PromptCommentsQuery, { variables });
  return <LoadedComments {...{ promptId, target, error, refetch }} list={data?.prompt} />;
}

function FeedbackComments({ target }: CommentsProps) {
  const { locale } = useSite();
  const { data, error, refetch } = useQuery(FeedbackCommentsQuery, { variables: commentVariables(locale, target) });
  return <LoadedComments {...{ promptId: null, target, error, refetch }} list={data?.feedback} />;
}

interface LoadedCommentsProps extends CommentsProps {
  list: CommentList | null | undefined;
  error: unknown;
  refetch(): Promise<unknown>;
}

function LoadedComments({ list, error, refetch, ...props }: LoadedCommentsProps) {
  const retry = () => void refetch().catch(() => null);
  useRetryOnline(!list && error ? retry : null);
  if (list) return <CommentSection {...props} list={list} />;
  if (!error) return <RowsLoading of="panel" />;
  return (
    <div role="alert">
      <p>
        <FailureWords error={error}>
          <Trans>The comments could not be loaded. Check your connection and try again.</Trans>
        </FailureWords>
      </p>
      <Button variant="default" onClick={retry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}

function CommentSection({ promptId, list, target }: CommentsProps & { list: CommentList }) {
  const { locale } = useSite();
  const compact = useCompactNumber();
  const heading = useId();
  const [shown, setShown] = useState<string | null>(null);
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
        <NewComments list={list} onShown={setShown} />
        <ComposerSlot promptId={promptId} />
        <StrandedSlot />
        <HiddenComments list={list} />
        <Threads list={list} target={shown ?? target} />
      </section>
    </CommentsContext>
  );
}

/** The form is loaded when somebody begins to write, or has begun before. What is typed until it has come goes into it. */
function ComposerSlot({ promptId }: { promptId: string | null }) {
  const { t } = useLingui();
  const { session } = useSite();
  const account = useAccount();
  const [isAsked, setAsked] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const hasForm = useDeferredValue(isWanted);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const kept = privateStorage(session).read(`comment.${promptId ?? "feedback"}`);
    if (kept !== null) setWanted(true);
  }, [session, account, promptId]);
  const placeholder =
    promptId === null ? t`What is missing, and what does not work?` : t`How did it go, and what would you change?`;
  if (isWanted && hasForm) {
    return (
      <Composer
        purpose="post"
        placeholder={placeholder}
        autoFocus={isAsked}
        begun={typed}
        isQuiet={!isAsked}
        onUnavailable={() => {
          setAsked(false);
          setWanted(false);
        }}
      />
    );
  }
  if (isAsked) {
    return (
      <textarea
        className={classes.begin}
        dir="auto"
        autoFocus
        aria-label={placeholder}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    );
  }
  return (
    <button
      type="button"
      className={classes.begin}
      data-needs-script
      onClick={() => {
        setAsked(true);
        setWanted(true);
      }}
    >
      {typed || placeholder}
    </button>
  );
}

/** For texts that were begun below a comment that may be gone. */
function StrandedSlot() {
  const { session } = useSite();
  const account = useAccount();
  const [hasTexts, setHasTexts] = useState(false);
  useEffect(() => {
    const storage = privateStorage(session);
    const found = ["reply-", "edit-"].some((purpose) => storage.names(`comment.${purpose}`).length > 0);
    if (found) startTransition(() => setHasTexts(true));
  }, [session, account]);
  return hasTexts && <StrandedTexts isQuiet />;
}

function Threads({ list, target }: { list: CommentList; target: string | null }) {
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
