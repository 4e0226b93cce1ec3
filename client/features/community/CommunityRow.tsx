import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { FavoriteButton } from "../favorite";
import { VoteControl } from "../vote";
import {
  AuthorLink,
  cardVariables,
  CopyButton,
  LanguageMark,
  PromptRowText,
  PromptTags,
  usePromptCopy,
  rowClasses,
} from "../prompt";
import classes from "./CommunityRow.module.css";

const CommunityRow_prompt = graphql(`
  fragment CommunityRow_prompt on Prompt {
    id
    upvoteDifference
    copyCount
    sharedAt
    author {
      id
      username
    }
    text(locale: $locale) {
      locale
      title
      remark
      excerpt(length: $excerptLength)
    }
    ...PromptTags_prompt
  }
`);

/** A prompt that a member shares, in the list of all of them. */
export function CommunityRow({ prompt }: { prompt: FragmentType<typeof CommunityRow_prompt> }) {
  const { i18n } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const titleId = useId();
  const { data, complete } = useFragment({
    fragment: CommunityRow_prompt,
    fragmentName: "CommunityRow_prompt",
    from: prompt,
    variables: cardVariables(locale),
  });
  const id = data.id ?? "";
  const language = data.text?.locale ? localeOf(data.text.locale) : locale;
  const { outcome, busy, copy } = usePromptCopy(id, language);
  if (!complete) return null;
  const { text, author, sharedAt, upvoteDifference, copyCount } = data;
  return (
    <article className={classes.row} aria-labelledby={titleId} data-author={author?.id}>
      <VoteControl look="row" id={id} title={text.title} support={upvoteDifference} authorId={author?.id ?? null} />
      <div className={classes.body}>
        <PromptRowText text={text} language={language} titleId={titleId} page={path(promptPath(id))} />
        <div className={rowClasses.meta}>
          {author && <AuthorLink username={author.username} />}
          {/* Shown to the author by the rule of the vote. */}
          <span className={classes.yours}>
            <Trans comment="Marks the reader's own prompt in a list">Yours</Trans>
          </span>
          {sharedAt && (
            <time dateTime={sharedAt}>
              {/* In one time zone: the server's page and the reader's browser say the same day. */}
              {i18n.date(new Date(sharedAt), { dateStyle: "medium", timeZone: "UTC" })}
            </time>
          )}
          <LanguageMark shown={language} />
          <PromptTags prompt={data} />
        </div>
      </div>
      <div className={classes.acts}>
        <CopyButton look="card" outcome={outcome} busy={busy} count={copyCount} onCopy={copy} />
        <FavoriteButton id={id} title={text.title} />
      </div>
    </article>
  );
}
