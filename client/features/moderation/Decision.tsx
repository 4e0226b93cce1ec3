import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { commentPath } from "../../../contract/comments";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import type { Decision_ActFragment } from "../../gql/graphql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath } from "../../runtime/SiteProvider";
import { CommentText } from "../comment";
import classes from "./Decision.module.css";
import { useActText } from "./use-act-text";
import { Link } from "../../ui/Link";

graphql(`
  fragment Decision_act on ModerationAct {
    id
    kind
    reason
    note
    createdAt
    promptId
    commentId
    comment {
      id
      promptId
      editedAt
      hidden
      html(locale: $locale)
    }
    prompt {
      id
      text(locale: $locale) {
        locale
        title
      }
    }
  }
`);

interface DecisionProps {
  act: Decision_ActFragment;
  /** Beside what was done. */
  aside?: ReactNode;
}

/** What a moderator did, to which prompt, and the moderator's words. */
export function Decision({ act, aside }: DecisionProps) {
  const path = useLocalePath();
  const actText = useActText();
  const { note, promptId, prompt, commentId, comment } = act;
  return (
    <>
      <p className={classes.what}>
        <strong>{actText(act)}</strong>
        {aside}
      </p>
      {promptId !== null && (
        <p className={classes.prompt}>
          {prompt ? (
            <Link to={path(promptPath(promptId))} lang={localeOf(prompt.text.locale)} dir="auto">
              {prompt.text.title}
            </Link>
          ) : (
            <Trans>The prompt is gone.</Trans>
          )}
        </p>
      )}
      {commentId !== null && (
        <div className={classes.prompt}>
          {comment && comment.html !== "" ? (
            <>
              <CommentText html={comment.html} />
              <Link to={path(commentPath(comment.promptId, comment.id))}>
                <Trans>Go to the comment</Trans>
              </Link>
            </>
          ) : (
            <Trans>The comment is gone.</Trans>
          )}
        </div>
      )}
      {note && (
        <blockquote className={classes.note} dir="auto">
          {note}
        </blockquote>
      )}
    </>
  );
}
