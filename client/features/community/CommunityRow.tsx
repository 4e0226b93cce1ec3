import type { FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { promptPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import { FavoriteButton } from "../favorite";
import { TimeAgo } from "../time";
import { VoteControl } from "../vote";
import {
  AuthorLink,
  cardVariables,
  CommentCount,
  CopyButton,
  type Highlight,
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
    commentCount
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

interface CommunityRowProps {
  prompt: FragmentType<typeof CommunityRow_prompt>;
  highlight?: Highlight | undefined;
}

/** A prompt that a member shares, in the list of all of them. */
export function CommunityRow({ prompt, highlight }: CommunityRowProps) {
  const { t } = useLingui();
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
  const { text, author, sharedAt, upvoteDifference, copyCount, commentCount } = data;
  const { title } = text;
  return (
    <article className={classes.row} aria-labelledby={titleId} data-author={author?.id}>
      <VoteControl look="row" id={id} title={title} support={upvoteDifference} authorId={author?.id ?? null} />
      <div className={classes.body}>
        <PromptRowText
          text={text}
          language={language}
          titleId={titleId}
          page={path(promptPath(id))}
          highlight={highlight}
        />
        <div className={rowClasses.meta}>
          {author && (
            <span className={classes.fact}>
              <Avatar name={author.username} size={22} />
              <AuthorLink username={author.username} />
            </span>
          )}
          {/* Shown to the author by the rule of the vote. */}
          <span className={classes.yours}>
            <Trans comment="Marks the reader's own prompt in a list">Yours</Trans>
          </span>
          {sharedAt && <TimeAgo at={sharedAt} />}
          <CommentCount value={commentCount} />
          {language !== locale && (
            <span className={classes.fact}>
              <Icon name="languages" size={14} />
              <LanguageMark shown={language} />
            </span>
          )}
          <PromptTags prompt={data} />
        </div>
      </div>
      <div className={classes.acts}>
        <CopyButton
          look="card"
          label={t`Copy “${title}”`}
          outcome={outcome}
          busy={busy}
          count={copyCount}
          onCopy={copy}
        />
        <FavoriteButton id={id} title={title} />
      </div>
    </article>
  );
}
