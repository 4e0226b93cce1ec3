import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { FragmentType } from "@apollo/client";
import type { Locale } from "../../../contract/locales";
import { authorPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { languageNameIn, localeName } from "../../i18n/locale-name";
import { useCompactNumber } from "../../i18n/use-compact-number";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Link } from "../../ui/Link";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { TagChip } from "../tag";
import classes from "./PromptFacts.module.css";

/** Upvotes minus downvotes, above zero. */
export function SupportCount({ value }: { value: number }) {
  const { t } = useLingui();
  const compact = useCompactNumber();
  if (value <= 0) return null;
  return (
    <span className={classes.count} title={t`Support`}>
      <Icon name="support" size={15} />
      <span aria-hidden="true">{compact(value)}</span>
      <VisuallyHidden>
        <Plural value={value} one="Support: #" other="Support: #" />
      </VisuallyHidden>
    </span>
  );
}

/** Comments of a prompt, replies included, above zero. */
export function CommentCount({ value: commentCount }: { value: number }) {
  const { t } = useLingui();
  const compact = useCompactNumber();
  if (commentCount <= 0) return null;
  return (
    <span className={classes.count} title={t`Comments`}>
      <Icon name="message" size={15} />
      <span aria-hidden="true">{compact(commentCount)}</span>
      <VisuallyHidden>
        <Plural value={commentCount} one="# comment" other="# comments" />
      </VisuallyHidden>
    </span>
  );
}

/** Leads to all prompts that the member shares. */
export function AuthorLink({ username }: { username: string }) {
  const path = useLocalePath();
  return (
    <Link className={classes.name} to={path(authorPath(username))} data-on-intent>
      <bdi>{username}</bdi>
    </Link>
  );
}

/** Marks a community prompt and names its author. */
export function AuthorMark({ username }: { username: string }) {
  const author = <AuthorLink username={username} />;
  return (
    <p className={classes.mark}>
      <span className={classes.author}>
        <Trans>by {author}</Trans>
      </span>{" "}
      <span className={classes.badge}>
        <Trans>Community</Trans>
      </span>
    </p>
  );
}

/** Says in which language a text is shown, where that is not the page's. */
export function LanguageNote({ shown, isOnly }: { shown: Locale; isOnly: boolean }) {
  const { locale } = useSite();
  if (shown === locale) return null;
  const language = languageNameIn(locale, shown);
  return (
    <p className={classes.note}>
      <Icon name="languages" size={15} />
      {/* Browsers may know another name. */}
      <span suppressHydrationWarning>
        {isOnly ? <Trans>Shown in {language}, its only language</Trans> : <Trans>Shown in {language}</Trans>}
      </span>
    </p>
  );
}

/** The language of a title, where it is not the page's. */
export function LanguageMark({ shown }: { shown: Locale }) {
  const { locale } = useSite();
  if (shown === locale) return null;
  return (
    <span className={classes.language} suppressHydrationWarning>
      {languageNameIn(locale, shown)}
    </span>
  );
}

const PromptTags_prompt = graphql(`
  fragment PromptTags_prompt on Prompt {
    id
    tags {
      slug
      ...TagChip_tag
    }
  }
`);

interface PromptTagsProps {
  prompt: FragmentType<typeof PromptTags_prompt>;
  /** A tag that is left out: what surrounds the prompt says it. */
  without?: string;
}

export function PromptTags({ prompt, without }: PromptTagsProps) {
  const { t } = useLingui();
  const { locale } = useSite();
  const { data, complete } = useFragment({
    fragment: PromptTags_prompt,
    fragmentName: "PromptTags_prompt",
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  const tags = complete ? data.tags.filter(({ slug }) => slug !== without) : [];
  if (tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t`Tags`}>
      {tags.map((tag) => (
        <li key={tag.slug}>
          <TagChip tag={tag} />
        </li>
      ))}
    </ul>
  );
}
