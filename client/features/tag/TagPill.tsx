import { type FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { TagDot } from "./TagDot";
import { useTooltip } from "./use-tooltip";
import classes from "./TagPill.module.css";

const TagPill_tag = graphql(`
  fragment TagPill_tag on Tag {
    slug
    label(locale: $locale)
    description(locale: $locale)
    libraryPromptCount
  }
`);

interface TagPillProps {
  tag: FragmentType<typeof TagPill_tag>;
  selected: boolean;
  /** The URL of the list with the tag toggled. */
  to: string;
}

/** A tag as a filter: a link, so that it works without scripts. Its description is a tooltip. */
export function TagPill({ tag, selected, to }: TagPillProps) {
  const { i18n } = useLingui();
  const { locale } = useSite();
  const { open, holder, description, events } = useTooltip();
  const { data, complete } = useFragment({
    fragment: TagPill_tag,
    from: tag,
    variables: { locale: localeName(locale) },
  });
  if (!complete) return null;
  const descriptionId = `tag-${data.slug}`;
  return (
    <span ref={holder} className={classes.holder} data-open={open || undefined} {...events}>
      <Link
        className={classes.pill}
        to={to}
        preventScrollReset
        aria-current={selected ? "true" : undefined}
        aria-describedby={descriptionId}
      >
        <TagDot slug={data.slug} />
        {data.label} <span className={classes.count}>{i18n.number(data.libraryPromptCount)}</span>
      </Link>
      <span ref={description} id={descriptionId} role="tooltip" className={classes.description}>
        {data.description}
      </span>
    </span>
  );
}
