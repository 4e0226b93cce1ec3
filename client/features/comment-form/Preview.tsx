import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { useFailureText } from "../../forms/failure-text";
import { useProblemText } from "../../forms/problem-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { CommentText, useComments } from "../comment";
import classes from "./Composer.module.css";
import { useUnknownMentionsText } from "./use-unknown-mentions-text";

const PreviewCommentMutation = graphql(`
  mutation PreviewComment($body: String!, $locale: Locale!) {
    previewComment(body: $body, locale: $locale) {
      html
      unknownMentions
      problems {
        code
        field
        limit
      }
    }
  }
`);

type Outcome =
  { html: string; unknown: readonly string[]; failure?: undefined } | { html?: undefined; failure: string };

/** How a comment will look. */
export function Preview({ text }: { text: string }) {
  const { variables } = useComments();
  const [preview] = useMutation(PreviewCommentMutation);
  const withSession = useWithSession();
  const failureText = useFailureText("preview-comment");
  const problemText = useProblemText("preview-comment");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const unknownMentionsText = useUnknownMentionsText();
  const { locale } = variables;
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Outcome) => isCurrent && setOutcome(next);
    withSession(() => preview({ variables: { body: text, locale } })).then(
      ({ data }) => {
        const { html, unknownMentions, problems = [] } = data?.previewComment ?? {};
        const [first] = problems;
        show(first ? { failure: problemText(first) } : { html: html ?? "", unknown: unknownMentions ?? [] });
      },
      (error: unknown) => show({ failure: failureText(error) }),
    );
    return () => {
      isCurrent = false;
    };
    // The text does not change while it is previewed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className={classes.preview} aria-live="polite" aria-busy={outcome === null}>
      {outcome === null ? (
        <p className={classes.loading}>
          <Trans>Loading…</Trans>
        </p>
      ) : outcome.html === undefined ? (
        <p className={classes.wrong}>{outcome.failure}</p>
      ) : (
        <>
          <CommentText html={outcome.html} />
          {outcome.unknown.length > 0 && <p className={classes.hint}>{unknownMentionsText(outcome.unknown)}</p>}
        </>
      )}
    </div>
  );
}
