import type { FragmentType } from "@apollo/client";
import { useLingui } from "@lingui/react/macro";
import { useContext } from "react";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Link } from "../../ui/Link";
import { isModifiedClick } from "../../ui/modified-click";
import { TagFilterContext } from "./tag-filter";
import { TagDot } from "./TagDot";
import classes from "./TagChip.module.css";

const TagChip_tag = graphql(`
  fragment TagChip_tag on Tag {
    slug
    label(locale: $locale)
  }
`);

/** A tag of a prompt. In a list it is added to the filters, or removed; elsewhere it opens the list of all prompts with it. */
export function TagChip({ tag }: { tag: FragmentType<typeof TagChip_tag> }) {
  const { t } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const filter = useContext(TagFilterContext);
  const { data, complete } = useFragment({
    fragment: TagChip_tag,
    from: tag,
    variables: { locale: localeName(locale) },
  });
  if (!complete) return null;
  const { slug, label } = data;
  const selected = filter?.isSelected(slug) ?? false;
  const name = filter
    ? selected
      ? t`${label}: remove from the filters`
      : t`${label}: add to the filters`
    : t`${label}: all prompts with this tag`;
  return (
    <Link
      className={classes.chip}
      to={filter ? filter.to(slug) : `${path("/")}?tag=${slug}#all`}
      aria-label={name}
      aria-current={selected ? "true" : undefined}
      title={name}
      onClick={(event) => {
        if (!filter || isModifiedClick(event)) return;
        event.preventDefault();
        filter.toggle(slug);
      }}
    >
      <TagDot slug={slug} />
      <span className={classes.label}>{label}</span>
    </Link>
  );
}
