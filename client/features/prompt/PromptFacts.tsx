import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { TagChip } from "../tag";
import classes from "./PromptFacts.module.css";

/** Upvotes minus downvotes. */
export function SupportCount({ value }: { value: number }) {
  return (
    <span className={classes.support}>
      <Plural value={value} one="# support" other="# support" />
    </span>
  );
}

/** Marks a community prompt and names its author. */
export function AuthorMark({ username }: { username: string }) {
  return (
    <p className={classes.mark}>
      <span className={classes.chip}>
        <Trans>Community</Trans>
      </span>{" "}
      <span className={classes.author}>
        <Trans>
          by <bdi>{username}</bdi>
        </Trans>
      </span>
    </p>
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

export function PromptTags({ prompt }: { prompt: FragmentType<typeof PromptTags_prompt> }) {
  const { t } = useLingui();
  const { locale } = useSite();
  const { data, complete } = useFragment({
    fragment: PromptTags_prompt,
    fragmentName: "PromptTags_prompt",
    from: prompt,
    variables: { locale: localeName(locale) },
  });
  if (!complete || data.tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t`Tags`}>
      {data.tags.map((tag) => (
        <li key={tag.slug}>
          <TagChip tag={tag} />
        </li>
      ))}
    </ul>
  );
}
