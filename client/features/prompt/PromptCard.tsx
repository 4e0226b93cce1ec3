import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { promptPath } from "../../../contract/pages";
import { localeOf } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { AuthorMark, PromptTags, SupportCount } from "./PromptFacts";
import { ExcerptText } from "./ExcerptText";
import { PromptActions } from "./PromptActions";
import { PromptLanguageButton, usePromptLanguage } from "./PromptLanguageButton";
import { cardVariables, useCardText } from "./card-text";
import classes from "./PromptCard.module.css";

const PromptCard_prompt = graphql(`
  fragment PromptCard_prompt on Prompt {
    id
    languages
    upvoteDifference
    author {
      id
      username
    }
    ...PromptCardText_prompt
    ...PromptTags_prompt
  }
`);

/** A prompt in a list: title, remark, excerpt and actions. */
export function PromptCard({ prompt }: { prompt: FragmentType<typeof PromptCard_prompt> }) {
  const { locale } = useSite();
  const path = useLocalePath();
  // Not the prompt's id: the home page shows a favourite twice.
  const titleId = useId();
  const { data, complete } = useFragment({
    fragment: PromptCard_prompt,
    fragmentName: "PromptCard_prompt",
    from: prompt,
    variables: cardVariables(locale),
  });
  const { wanted, target, show } = usePromptLanguage(data.languages ?? []);
  const { text, busy } = useCardText(complete ? data : null, data.id ?? "", wanted, show);
  if (!complete || !text) return null;
  const page = path(promptPath(data.id));
  const shown = localeOf(text.locale);
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId} className={classes.title} lang={shown} dir="auto">
          <Link to={page}>{text.title}</Link>
        </h3>
        <SupportCount value={data.upvoteDifference} />
      </div>
      {text.remark && (
        <p className={classes.remark} lang={shown} dir="auto">
          {text.remark}
        </p>
      )}
      <ExcerptText id={data.id} excerpt={text.excerpt} whole={text.excerptIsWhole} locale={shown} to={page} />
      <div className={classes.tags}>
        {data.author && <AuthorMark username={data.author.username} />}
        <PromptTags prompt={data} />
      </div>
      <div className={classes.foot}>
        <PromptActions id={data.id} locale={shown} hasVariables={text.hasVariables} />
        {target && (
          <span className={classes.end}>
            <PromptLanguageButton target={target} busy={busy} onShow={show} />
          </span>
        )}
      </div>
    </article>
  );
}
