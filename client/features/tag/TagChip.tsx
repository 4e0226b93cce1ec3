import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { Link } from "react-router-dom";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite, useLocalePath } from "../../runtime/SiteProvider";
import { TagDot } from "./TagDot";
import classes from "./TagChip.module.css";

const TagChip_tag = graphql(`
  fragment TagChip_tag on Tag {
    slug
    label(locale: $locale)
  }
`);

/** A tag of a prompt, linked to all prompts with that tag. */
export function TagChip({ tag }: { tag: FragmentType<typeof TagChip_tag> }) {
  const { locale } = useSite();
  const path = useLocalePath();
  const { data, complete } = useFragment({
    fragment: TagChip_tag,
    from: tag,
    variables: { locale: localeName(locale) },
  });
  if (!complete) return null;
  return (
    <Link className={classes.chip} to={`${path("/")}?tag=${data.slug}`}>
      <TagDot slug={data.slug} />
      {data.label}
    </Link>
  );
}
