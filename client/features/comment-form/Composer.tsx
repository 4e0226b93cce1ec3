import { useApolloClient } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useQuery } from "../../runtime/apollo-hooks";
import { commentAnchor } from "../../../contract/comments";
import { isLongerThan } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import { isVisible, normalizeLines } from "../../../contract/prompt-text";
import { Counter, useLength } from "../../forms/Counter";
import { Failure } from "../../forms/Form";
import { LoadFailure } from "../../forms/LoadFailure";
import type { FormProblem } from "../../forms/problem-text";
import { useSubmission } from "../../forms/use-submission";
import type { Values } from "../../forms/use-submission";
import { graphql } from "../../gql";
import { requestSignIn } from "../../session/dialog-request";
import { useAccount } from "../../session/use-signed-in";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { type Comment, updateComments, useComments, withPosted } from "../comment";
import classes from "./Composer.module.css";
import { commentPlace } from "./comment-draft";
import { DiscardQuestion } from "./DiscardQuestion";
import { MentionField } from "./MentionField";
import { NewerBody } from "./NewerBody";
import { Preview } from "./Preview";
import { Toolbar } from "./Toolbar";
import { useCommentDraft } from "./use-comment-draft";
import { useUnknownMentionsText } from "./use-unknown-mentions-text";

const CreateCommentMutation = graphql(`
  mutation CreateComment($id: ID!, $body: String!, $locale: Locale!) {
    posted: createComment(promptId: $id, body: $body) {
      ...PostedComment @unmask
    }
  }
`);

const CreateReplyMutation = graphql(`
  mutation CreateReply($id: ID!, $body: String!, $locale: Locale!) {
    posted: createReply(parentId: $id, body: $body) {
      ...PostedComment @unmask
    }
  }
`);

const CreateFeedbackMutation = graphql(`
  mutation CreateFeedback($body: String!, $locale: Locale!) {
    posted: createFeedback(body: $body) {
      ...PostedComment @unmask
    }
  }
`);

graphql(`
  fragment PostedComment on CommentPayload {
    comment {
      ...Comment_comment @unmask
    }
    unknownMentions
    problems {
      code
      field
      limit
    }
  }
`);

const UpdateCommentMutation = graphql(`
  mutation UpdateComment($id: ID!, $body: String!, $expectedBody: String, $locale: Locale!) {
    updateComment(commentId: $id, body: $body, expectedBody: $expectedBody) {
      comment {
        ...Comment_comment @unmask
      }
      unknownMentions
      problems {
        code
        field
        limit
      }
    }
  }
`);

const CommentBodyQuery = graphql(`
  query CommentBody($id: ID!, $locale: Locale!) {
    comment(id: $id) {
      id
      hidden
      body
      html(locale: $locale)
      editedAt
    }
  }
`);

type ComposerProps =
  | {
      purpose: "post";
      placeholder: string;
      autoFocus: boolean;
      /** What has been typed before the form was there. */
      begun: string;
      comment?: undefined;
      onEnd?: undefined;
    }
  | {
      purpose: "reply" | "edit";
      /** What is answered, or changed. */
      comment: Comment;
      onEnd(): void;
    };

/** Writes a comment, a reply, or a comment anew. */
export function Composer(props: ComposerProps) {
  if (props.purpose === "edit") return <EditComposer comment={props.comment} onEnd={props.onEnd} />;
  return <ComposerForm {...props} autoFocus={props.purpose === "post" ? props.autoFocus : true} />;
}

function EditComposer({ comment, onEnd }: { comment: Comment; onEnd(): void }) {
  const { locale } = useComments().variables;
  const { data, error, refetch } = useQuery(CommentBodyQuery, {
    variables: { id: comment.id, locale },
    fetchPolicy: "network-only",
  });
  if (error)
    return <LoadFailure action="load-comment" error={error} onRetry={() => void refetch().catch(() => null)} />;
  if (!data?.comment) return <p className={classes.loading} role="status" />;
  return <ComposerForm purpose="edit" comment={comment} body={data.comment.body} autoFocus onEnd={onEnd} />;
}

interface ComposerFormProps {
  purpose: "post" | "reply" | "edit";
  comment?: Comment | undefined;
  /** What a comment says before it is changed, as it is loaded when the form is opened. */
  body?: string;
  placeholder?: string;
  autoFocus: boolean;
  begun?: string;
  onEnd?: (() => void) | undefined;
}

function ComposerForm({ purpose, comment, body, placeholder, autoFocus, begun, onEnd }: ComposerFormProps) {
  const { t } = useLingui();
  const client = useApolloClient();
  const announce = useAnnounce();
  const notify = useNotify();
  const unknownMentionsText = useUnknownMentionsText();
  const isVisitors = useAccount() === null;
  const { promptId, variables } = useComments();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [tab, setTab] = useState<"write" | "preview">("write");
  const [asking, setAsking] = useState(false);
  const page = promptId ?? "feedback";
  const place = purpose === "post" ? page : commentPlace(purpose, comment?.id ?? "");
  const draft = useCommentDraft(place, page, { body, begun });
  const { text, base, write, forget, forgetSent, hasOther, showOther } = draft;
  // What a comment that is changed says by now, as far as this form knows.
  const [present, setPresent] = useState(body);
  const newer = present !== base && present !== text ? present : undefined;
  const replacesNewer = useRef(false);
  const length = useLength(text);
  const { locale } = variables;
  const post = async (values: Values): Promise<readonly FormProblem[]> => {
    const body = values("body");
    const { data } =
      purpose === "reply" && comment
        ? await client.mutate({ mutation: CreateReplyMutation, variables: { id: comment.id, body, locale } })
        : promptId === null
          ? await client.mutate({ mutation: CreateFeedbackMutation, variables: { body, locale } })
          : await client.mutate({ mutation: CreateCommentMutation, variables: { id: promptId, body, locale } });
    const posted = data?.posted?.comment;
    if (!posted) return data?.posted?.problems ?? [];
    updateComments(client.cache, promptId, variables, (list) => withPosted(list, posted));
    finish(t`Your comment is posted.`, posted.id, body, data.posted?.unknownMentions);
    return [];
  };
  const change = async (values: Values): Promise<readonly FormProblem[]> => {
    const commentId = comment?.id ?? "";
    const expectedBody = replacesNewer.current ? present : base;
    const { data } = await client.mutate({
      mutation: UpdateCommentMutation,
      variables: { id: commentId, body: values("body"), expectedBody, locale },
    });
    const { comment: changed, unknownMentions, problems = [] } = data?.updateComment ?? {};
    if (!changed) {
      if (problems.some(({ code }) => code === "CONFLICT")) await showNewer(commentId);
      return problems;
    }
    setPresent(normalizeLines(values("body")));
    finish(t`Your comment is changed.`, changed.id, values("body"), unknownMentions);
    return [];
  };
  const showNewer = async (commentId: string) => {
    const { data } = await client.query({
      query: CommentBodyQuery,
      variables: { id: commentId, locale },
      fetchPolicy: "network-only",
    });
    setPresent(data?.comment?.body);
    setTab("write");
    setTimeout(() => document.getElementById(`${id}-newer`)?.focus());
  };
  const finish = (message: string, shown: string, sent: string, unknown: readonly string[] | null | undefined) => {
    const isAllSent = forgetSent(sent);
    announce(message);
    if (unknown && unknown.length > 0) notify({ message: unknownMentionsText(unknown) });
    // Whoever has left the form, or types on in it, stays where they are.
    if (!form.current) return;
    setTab("write");
    if (!isAllSent) return;
    onEnd?.();
    // Once it is on the page.
    setTimeout(() => document.getElementById(commentAnchor(shown))?.focus());
  };
  const isEdit = purpose === "edit";
  const submission = useSubmission(isEdit ? "edit-comment" : "post-comment", isEdit ? change : post, (values) =>
    problemsOf(values("body")),
  );
  const { errorFor, form, message, busy } = submission;
  const error = errorFor("body");
  // Before it is painted: what is typed as soon as the field is seen goes into it.
  useLayoutEffect(() => {
    if (!autoFocus || !field.current) return;
    field.current.focus();
    const end = field.current.value.length;
    field.current.setSelectionRange(end, end);
  }, [autoFocus]);
  const submit = (overNewer = false) => {
    replacesNewer.current = overNewer;
    if (isVisitors) requestSignIn(submission.submit);
    else submission.submit();
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const cancel = () => {
    if (!asking && text.trim() !== "" && text !== body) {
      setAsking(true);
      return;
    }
    forget();
    onEnd?.();
  };
  const name = comment?.author?.username;
  const label = purpose === "reply" ? (name === undefined ? t`Your reply` : t`Your reply to ${name}`) : t`Your comment`;
  const tabOf = (which: typeof tab) => ({
    type: "button" as const,
    role: "tab",
    id: `${id}-${which}`,
    "aria-selected": tab === which,
    "aria-controls": `${id}-panel`,
    tabIndex: tab === which ? 0 : -1,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key !== "ArrowLeft" && key !== "ArrowRight") return;
      const other = which === "write" ? "preview" : "write";
      setTab(other);
      document.getElementById(`${id}-${other}`)?.focus();
    },
  });
  return (
    <form
      ref={form}
      className={classes.composer}
      method="dialog"
      noValidate
      aria-busy={busy}
      onInput={submission.onInput}
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.tabs}>
        <div role="tablist" aria-label={label}>
          <button {...tabOf("write")} onClick={() => setTab("write")}>
            <Trans>Write</Trans>
          </button>
          <button
            {...tabOf("preview")}
            onClick={() => (isVisitors ? requestSignIn(() => setTab("preview")) : setTab("preview"))}
          >
            <Trans>Preview</Trans>
          </button>
        </div>
        {tab === "write" && <Toolbar fieldId={`${id}-body`} />}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        <MentionField onInsert={write}>
          <textarea
            ref={field}
            id={`${id}-body`}
            className={classes.body}
            name="body"
            dir="auto"
            rows={3}
            hidden={tab === "preview"}
            value={text}
            placeholder={placeholder}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={newer === undefined ? `${id}-help` : `${id}-help ${id}-since`}
            onChange={({ target }) => write(target.value)}
          />
        </MentionField>
        {tab === "preview" && <Preview text={text} />}
      </div>
      {error && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
      <Failure message={message} />
      {newer !== undefined && (
        <NewerBody
          id={id}
          body={newer}
          losesWords={text.trim() !== "" && text !== base}
          onReplace={() => submit(true)}
          onDiscard={() => {
            forget(newer);
            submission.onReset();
            field.current?.focus();
          }}
        />
      )}
      {hasOther && (
        <p className={classes.other}>
          <Button variant="subtle" onClick={showOther}>
            <Trans>Show the other text that you have begun here</Trans>
          </Button>
        </p>
      )}
      <div className={classes.foot}>
        {asking ? (
          <DiscardQuestion
            onStay={() => {
              setAsking(false);
              field.current?.focus();
            }}
            onDiscard={cancel}
          />
        ) : (
          <>
            <span id={`${id}-help`}>
              <Trans>Markdown works. Mention members with @name.</Trans>
            </span>
            <Counter length={length} limit={LIMITS.comment} />
            <span className={classes.buttons}>
              {purpose !== "post" && (
                <Button variant="subtle" onClick={cancel}>
                  <Trans>Cancel</Trans>
                </Button>
              )}
              <Button type="submit">
                {purpose === "post" ? (
                  <Trans context="comment">Post</Trans>
                ) : purpose === "reply" ? (
                  <Trans>Reply</Trans>
                ) : (
                  <Trans>Save</Trans>
                )}
              </Button>
            </span>
          </>
        )}
      </div>
    </form>
  );
}

/** As the server checks. */
function problemsOf(text: string): FormProblem[] {
  const body = normalizeLines(text);
  if (!isVisible(body)) return [{ code: "REQUIRED", field: "body" }];
  return isLongerThan(body, LIMITS.comment) ? [{ code: "TOO_LONG", field: "body", limit: LIMITS.comment }] : [];
}
