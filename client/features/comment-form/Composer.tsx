import { useApolloClient } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useQuery } from "../../runtime/apollo-hooks";
import { commentAnchor } from "../../../contract/comments";
import { isLongerThan } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import { isVisible, normalizeLines } from "../../../contract/prompt-text";
import { Counter, useLength } from "../../forms/Counter";
import { Failure } from "../../forms/Form";
import { LoadFailure } from "../../forms/LoadFailure";
import type { FormProblem } from "../../forms/problem-text";
import { useOwnSubmission } from "../../forms/use-own-submission";
import type { Values } from "../../forms/use-submission";
import { graphql } from "../../gql";
import { requestSignIn } from "../../session/dialog-request";
import { useFormTypist } from "../../session/current-typist";
import type { Typist } from "../../session/typist";
import { useAccount } from "../../session/use-signed-in";
import { useAnnounce } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { type Comment, updateComments, useComments, withPosted } from "../comment";
import classes from "./Composer.module.css";
import { Preview } from "./Preview";
import { useCommentDraft } from "./use-comment-draft";

const AddCommentMutation = graphql(`
  mutation AddComment($input: AddCommentInput!, $locale: Locale!) {
    addComment(input: $input) {
      comment {
        ...Comment_comment @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

const UpdateCommentMutation = graphql(`
  mutation UpdateComment($id: ID!, $body: String!, $locale: Locale!) {
    updateComment(id: $id, body: $body) {
      comment {
        ...Comment_comment @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

const CommentBodyQuery = graphql(`
  query CommentBody($id: ID!) {
    comment(id: $id) {
      id
      hidden
      body
    }
  }
`);

type ComposerProps =
  | { purpose: "post"; placeholder: string; autoFocus: boolean; comment?: undefined; onEnd?: undefined }
  | {
      purpose: "reply" | "edit";
      /** What is answered, or changed. */
      comment: Comment;
      onEnd(): void;
    };

/** Writes a comment, a reply, or a comment anew. All of it ends with its typist: text, preview, and what was refused. */
export function Composer(props: ComposerProps) {
  const typist = useFormTypist();
  return props.purpose === "edit" ? (
    <EditComposer key={typist.key} typist={typist} comment={props.comment} onEnd={props.onEnd} />
  ) : (
    <ComposerForm
      {...props}
      key={typist.key}
      typist={typist}
      autoFocus={props.purpose === "post" ? props.autoFocus : true}
    />
  );
}

function EditComposer({ typist, comment, onEnd }: { typist: Typist; comment: Comment; onEnd(): void }) {
  const { data, error, refetch } = useQuery(CommentBodyQuery, {
    variables: { id: comment.id },
    fetchPolicy: "network-only",
  });
  if (error)
    return <LoadFailure action="load-comment" error={error} onRetry={() => void refetch().catch(() => null)} />;
  if (!data?.comment) return <p className={classes.loading} role="status" />;
  return (
    <ComposerForm typist={typist} purpose="edit" comment={comment} body={data.comment.body} autoFocus onEnd={onEnd} />
  );
}

interface ComposerFormProps {
  typist: Typist;
  purpose: "post" | "reply" | "edit";
  comment?: Comment | undefined;
  /** What a comment says before it is changed. */
  body?: string;
  placeholder?: string;
  autoFocus: boolean;
  onEnd?: (() => void) | undefined;
}

function ComposerForm({ typist, purpose, comment, body, placeholder, autoFocus, onEnd }: ComposerFormProps) {
  const { t } = useLingui();
  const client = useApolloClient();
  const announce = useAnnounce();
  // A member whose session has ended is asked for by name, when they send it.
  const isVisitors = useAccount() === null && typist.id === null;
  const { promptId, variables } = useComments();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [tab, setTab] = useState<"write" | "preview">("write");
  const place = purpose === "post" ? (promptId ?? "feedback") : `${purpose}-${comment?.id ?? ""}`;
  const { text, write, forget, hasOthers, showOther } = useCommentDraft(typist, place, body);
  const length = useLength(text);
  const { locale } = variables;
  const post = async (values: Values): Promise<readonly FormProblem[]> => {
    const parentId = purpose === "reply" ? (comment?.id ?? null) : null;
    const input = { promptId, parentId, body: values("body") };
    const { data } = await client.mutate({ mutation: AddCommentMutation, variables: { input, locale } });
    const posted = data?.addComment.comment;
    if (!posted) return data?.addComment.problems ?? [];
    updateComments(client.cache, promptId, variables, (list) => withPosted(list, posted));
    finish(t`Your comment is posted.`, posted.id);
    return [];
  };
  const change = async (values: Values): Promise<readonly FormProblem[]> => {
    const { data } = await client.mutate({
      mutation: UpdateCommentMutation,
      variables: { id: comment?.id ?? "", body: values("body"), locale },
    });
    const changed = data?.updateComment.comment;
    if (!changed) return data?.updateComment.problems ?? [];
    finish(t`Your comment is changed.`, changed.id);
    return [];
  };
  const finish = (message: string, shown: string) => {
    forget();
    setTab("write");
    announce(message);
    onEnd?.();
    // Once it is on the page.
    setTimeout(() => document.getElementById(commentAnchor(shown))?.focus());
  };
  const submission = useOwnSubmission("post-comment", purpose === "edit" ? change : post, (values) =>
    problemsOf(values("body")),
  );
  const { errorFor, form, message, busy } = submission;
  const error = errorFor("body");
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  const submit = () => {
    if (isVisitors) requestSignIn(submission.submit);
    else submission.submit();
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const cancel = () => {
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
      <div className={classes.tabs} role="tablist" aria-label={label}>
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
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
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
          aria-describedby={`${id}-help`}
          onChange={({ target }) => write(target.value)}
        />
        {tab === "preview" && <Preview text={text} />}
      </div>
      {error && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
      <Failure message={message} />
      {hasOthers && (
        <p className={classes.other}>
          <Button variant="subtle" onClick={showOther}>
            <Trans>Show the other text that you have begun here</Trans>
          </Button>
        </p>
      )}
      <div className={classes.foot}>
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
