import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import type { Decision_ActFragment } from "../../gql/graphql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath } from "../../runtime/SiteProvider";
import classes from "./Decision.module.css";
import { useActText } from "./use-act-text";

graphql(`
  fragment Decision_act on ModerationAct {
    id
    kind
    reason
    note
    createdAt
    promptId
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
  const { note, promptId, prompt } = act;
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
      {note && (
        <blockquote className={classes.note} dir="auto">
          {note}
        </blockquote>
      )}
    </>
  );
}
