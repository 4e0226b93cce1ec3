import { useLingui } from "@lingui/react/macro";
import { USUAL_SORT } from "../../../contract/pages";
import { Icon } from "../../ui/Icon";
import { Steady } from "../../ui/Steady";
import { useIntendedList } from "./intended-list";
import { changeList, type ListSort, type ListState } from "./list-state";
import { ListLink } from "./ListLink";
import segments from "../../ui/segments.module.css";
import classes from "./SortControls.module.css";

const REVERSED = { asc: "desc", desc: "asc" } as const;

/** Links that change the sort field and the direction. */
export function SortControls() {
  const { t } = useLingui();
  const { intended } = useIntendedList();
  const fields: [ListSort, string][] = [
    ["support", t`Support`],
    ["release", t`Release time`],
  ];
  if (USUAL_SORT[intended.kind] === "release") fields.reverse();
  if (intended.q) fields.unshift(["relevance", t`Relevance`]);
  const directions: Record<ListSort, Record<ListState["order"], string>> = {
    relevance: { desc: t`Best match first`, asc: t`Weakest match first` },
    support: { desc: t`Highest first`, asc: t`Lowest first` },
    release: { desc: t`Newest first`, asc: t`Oldest first` },
  };
  const now = directions[intended.sort][intended.order];
  const then = directions[intended.sort][REVERSED[intended.order]];
  const name = t`${now}. Change to: ${then}`;
  return (
    <div className={classes.controls}>
      <div className={segments.segments} role="group" aria-label={t`Sort by`}>
        {fields.map(([sort, label]) => (
          <ListLink
            key={sort}
            className={segments.segment}
            change={(state) => changeList(state, { sort })}
            current={intended.sort === sort}
          >
            <Steady>{label}</Steady>
          </ListLink>
        ))}
      </div>
      <ListLink
        className={classes.direction}
        change={(state) => changeList(state, { order: REVERSED[state.order] })}
        label={name}
        title={name}
      >
        <Icon name={intended.order === "desc" ? "arrowDown" : "arrowUp"} size={16} />
      </ListLink>
    </div>
  );
}
