import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { Icon } from "../../ui/Icon";
import { changeList, type ListSort, type ListState, useListAddress } from "./list-state";
import segments from "../../ui/segments.module.css";
import classes from "./SortControls.module.css";

/** Links that change the sort field and the direction. */
export function SortControls({ state }: { state: ListState }) {
  const { t } = useLingui();
  const address = useListAddress();
  const fields: [ListSort, string][] = [
    ["support", t`Support`],
    ["release", t`Release time`],
  ];
  if (state.q) fields.unshift(["relevance", t`Relevance`]);
  const directions: Record<ListSort, Record<ListState["order"], string>> = {
    relevance: { desc: t`Best match first`, asc: t`Weakest match first` },
    support: { desc: t`Highest first`, asc: t`Lowest first` },
    release: { desc: t`Newest first`, asc: t`Oldest first` },
  };
  const reversed = state.order === "desc" ? "asc" : "desc";
  const now = directions[state.sort][state.order];
  const then = directions[state.sort][reversed];
  return (
    <div className={classes.controls}>
      <div className={segments.segments} role="group" aria-label={t`Sort by`}>
        {fields.map(([sort, label]) => (
          <Link
            key={sort}
            className={segments.segment}
            to={address(changeList(state, { sort }))}
            aria-current={state.sort === sort ? "true" : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </div>
      <Link
        className={classes.direction}
        to={address(changeList(state, { order: reversed }))}
        aria-label={t`${now}. Change to: ${then}`}
        preventScrollReset
      >
        <Icon name={state.order === "desc" ? "arrowDown" : "arrowUp"} size={16} />
        <span className={classes.label}>{now}</span>
      </Link>
    </div>
  );
}
