import type { FragmentType } from "@apollo/client";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type SyntheticEvent, useState } from "react";
import { Link } from "react-router-dom";
import type { TagPill_TagFragment } from "../../gql/graphql";
import { TagPill } from "../tag";
import { clearFilters, filterCount, type ListState, toggleTag, useListAddress } from "./list-state";
import classes from "./TagFilters.module.css";

const VISIBLE_TAGS = 9;

interface TagFiltersProps {
  tags: readonly ({ slug: string } & FragmentType<TagPill_TagFragment>)[];
  state: ListState;
}

/** The tags as filters: the most frequent ones, the others collapsed. Selecting a tag does not move it. */
export function TagFilters({ tags, state }: TagFiltersProps) {
  const { t, i18n } = useLingui();
  const address = useListAddress();
  const rest = tags.slice(VISIBLE_TAGS);
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? rest.some(({ slug }) => state.tags.includes(slug));
  const restCount = rest.length;
  const filters = filterCount(state);
  const filterTotal = i18n.number(filters);
  const pill = (tag: TagFiltersProps["tags"][number]) => (
    <li key={tag.slug}>
      <TagPill tag={tag} selected={state.tags.includes(tag.slug)} to={address(toggleTag(state, tag.slug))} />
    </li>
  );
  const onToggle = (event: SyntheticEvent<HTMLDetailsElement>) => setOpened(event.currentTarget.open);
  return (
    <nav className={classes.filters} aria-label={t`Filter by tag`}>
      <ul className={classes.pills}>{tags.slice(0, VISIBLE_TAGS).map(pill)}</ul>
      {rest.length > 0 && (
        <details className={classes.rest} open={open} onToggle={onToggle}>
          <summary className={classes.more}>
            {open ? <Trans>Fewer tags</Trans> : <Plural value={restCount} one="# more tag" other="# more tags" />}
          </summary>
          <ul className={classes.pills}>{rest.map(pill)}</ul>
        </details>
      )}
      {filters > 0 && (
        <Link className={classes.clear} to={address(clearFilters(state))} preventScrollReset>
          <Trans>Clear filters ({filterTotal})</Trans>
        </Link>
      )}
    </nav>
  );
}
