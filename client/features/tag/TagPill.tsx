import { type FragmentType } from "@apollo/client";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useContext } from "react";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Link } from "../../ui/Link";
import { Icon } from "../../ui/Icon";
import { isModifiedClick } from "../../ui/modified-click";
import { TagFilterContext } from "./tag-filter";
import { TagDot } from "./TagDot";
import { useTooltip } from "./use-tooltip";
import classes from "./TagPill.module.css";

const TagPill_tag = graphql(`
  fragment TagPill_tag on Tag {
    slug
    label(locale: $locale)
    description(locale: $locale)
    libraryPromptCount
    promptCount
  }
`);

export type TagCounts = "library" | "community" | "none";

interface TagPillProps {
  tag: FragmentType<typeof TagPill_tag>;
  /** Whether its description is shown on hover and focus. */
  described?: boolean;
  /** Whose prompts with it are counted: nobody's beside words, which the number does not know. */
  counts?: TagCounts;
  onToggle?(slug: string): void;
}

/** A tag as a filter: a link, so that it works without scripts. */
export function TagPill({ tag, described = true, counts = "library", onToggle }: TagPillProps) {
  const { i18n } = useLingui();
  const { locale } = useSite();
  const filter = useContext(TagFilterContext);
  const { data, complete } = useFragment({
    fragment: TagPill_tag,
    from: tag,
    variables: { locale: localeName(locale) },
  });
  if (!complete || !filter) return null;
  const { slug, label, description, libraryPromptCount, promptCount } = data;
  const count = { none: 0, library: libraryPromptCount, community: promptCount - libraryPromptCount }[counts];
  const descriptionId = `tag-${slug}`;
  const link = (
    <Link
      className={classes.pill}
      to={filter.to(slug)}
      aria-current={filter.isSelected(slug) ? "true" : undefined}
      aria-describedby={described ? descriptionId : undefined}
      onClick={(event) => {
        if (isModifiedClick(event)) return;
        event.preventDefault();
        onToggle?.(slug);
        filter.toggle(slug);
      }}
    >
      <span className={classes.mark}>
        {/* The larger one first: while the page arrives, it would move the other. */}
        <Icon name="check" size={14} />
        <TagDot slug={slug} />
      </span>
      {label} {count > 0 && <span className={classes.count}>{i18n.number(count)}</span>}
    </Link>
  );
  if (!described) return link;
  return (
    <Described id={descriptionId} description={description}>
      {link}
    </Described>
  );
}

function Described({ id, description, children }: { id: string; description: string; children: ReactNode }) {
  const { open, holder, description: tooltip, events } = useTooltip();
  return (
    <span ref={holder} className={classes.holder} data-open={open || undefined} {...events}>
      {children}
      <span ref={tooltip} id={id} role="tooltip" className={classes.description}>
        {description}
      </span>
    </span>
  );
}
