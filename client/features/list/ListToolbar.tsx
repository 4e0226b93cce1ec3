import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../ui/Icon";
import { Spinner } from "../../ui/Spinner";
import { Steady } from "../../ui/Steady";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { ShownLanguageSwitch } from "../language";
import { useIntendedList } from "./intended-list";
import { changeList, clearFilters, filterCount, type ListMatch } from "./list-state";
import { ListLink } from "./ListLink";
import { SortControls } from "./SortControls";
import { totalText } from "./total-text";
import classes from "./ListToolbar.module.css";
import segments from "../../ui/segments.module.css";

interface ListToolbarProps {
  id: string;
  /** How many prompts the list on screen has; null if unknown. */
  total: number | null;
  /** Whether it has no more than those. */
  isExact?: boolean | undefined;
  /** The heading while nothing is filtered. */
  title?: ReactNode;
  /** What stands at the end of the row instead of the switch of languages. */
  tools?: ReactNode;
}

/** The list's heading with its total and controls. Filters add nothing to it that would take a new row. */
export function ListToolbar({
  id,
  total,
  isExact,
  title = <Trans>All prompts</Trans>,
  tools = <ShownLanguageSwitch />,
}: ListToolbarProps) {
  const { i18n } = useLingui();
  const { list, shown, busy } = useIntendedList();
  const heading = useRef<HTMLHeadingElement>(null);
  // A list that was changed from far down, where its filters stick, is read from its beginning.
  useEffect(() => {
    const top = heading.current?.getBoundingClientRect().top ?? 0;
    if (list.takeAsked() && top < 0) heading.current?.scrollIntoView();
  }, [list, shown]);
  const nothing = <Trans>Nothing found</Trans>;
  return (
    <div className={classes.toolbar}>
      <div className={classes.head}>
        <div className={classes.name}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {filterCount(shown) === 0 ? title : total === 0 ? nothing : <Trans>Prompts found</Trans>}
          </h2>
          <span className={classes.total} role="status">
            {total !== null && total > 0 && (
              <span className={classes.number} data-busy={busy || undefined} aria-hidden="true">
                {totalText(i18n, total, isExact)}
              </span>
            )}
            {total !== null && (
              <VisuallyHidden>
                {total === 0 ? nothing : <Plural value={total} one="# prompt" other="# prompts" />}
              </VisuallyHidden>
            )}
            {busy && <Spinner className={classes.busy} />}
          </span>
        </div>
        <ClearFilters />
      </div>
      <div className={classes.tools}>
        <div className={classes.match}>
          <MatchSwitch />
        </div>
        {tools}
        <SortControls />
      </div>
    </div>
  );
}

/** Removes words and tags, from the first one on. */
export function ClearFilters() {
  const { i18n } = useLingui();
  const { intended } = useIntendedList();
  const filters = filterCount(intended);
  if (filters === 0) return null;
  const filterTotal = i18n.number(filters);
  return (
    <ListLink className={classes.clear} change={clearFilters}>
      <Icon name="close" size={16} />
      <span className={classes.words}>
        <Trans>Clear filters ({filterTotal})</Trans>
      </span>
      <span className={classes.word}>
        <Trans>Clear ({filterTotal})</Trans>
      </span>
    </ListLink>
  );
}

/** Whether any or all selected tags must match, from the second tag on. */
export function MatchSwitch() {
  const { t } = useLingui();
  const { intended } = useIntendedList();
  if (intended.tags.length < 2) return null;
  const labels: [ListMatch, string][] = [
    ["any", t`Match any`],
    ["all", t`Match all`],
  ];
  return (
    <div className={segments.segments} role="group" aria-label={t`How tags combine`}>
      {labels.map(([match, label]) => (
        <ListLink
          key={match}
          className={segments.segment}
          change={(state) => changeList(state, { match })}
          current={intended.match === match}
        >
          <Steady>{label}</Steady>
        </ListLink>
      ))}
    </div>
  );
}
