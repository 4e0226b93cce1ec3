import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { ShownLanguageSwitch } from "../language";
import { filterCount, type ListState, changeList, type ListMatch, useListAddress } from "./list-state";
import { SortControls } from "./SortControls";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import classes from "./ListToolbar.module.css";
import segments from "../../ui/segments.module.css";

/** The list's heading with its total and controls. */
export function ListToolbar({ id, state, total }: { id: string; state: ListState; total: number }) {
  const { i18n } = useLingui();
  return (
    <div className={classes.row}>
      <h2 id={id}>{filterCount(state) > 0 ? <Trans>Prompts found</Trans> : <Trans>All prompts</Trans>}</h2>
      <span className={classes.total} role="status">
        <span aria-hidden="true">{i18n.number(total)}</span>
        <VisuallyHidden>
          <Plural value={total} one="# prompt" other="# prompts" />
        </VisuallyHidden>
      </span>
      <div className={classes.end}>
        <MatchSwitch state={state} />
        <ShownLanguageSwitch />
        {total > 0 && <SortControls state={state} />}
      </div>
    </div>
  );
}

/** Whether any or all selected tags must match. Hidden for fewer than two tags. */
function MatchSwitch({ state }: { state: ListState }) {
  const { t } = useLingui();
  const address = useListAddress();
  if (state.tags.length < 2) return null;
  const link = (match: ListMatch, label: ReactNode) => (
    <Link
      className={segments.segment}
      to={address(changeList(state, { match }))}
      aria-current={state.match === match ? "true" : undefined}
      preventScrollReset
    >
      {label}
    </Link>
  );
  return (
    <div className={segments.segments} role="group" aria-label={t`How tags combine`}>
      {link("any", <Trans>Match any</Trans>)}
      {link("all", <Trans>Match all</Trans>)}
    </div>
  );
}
