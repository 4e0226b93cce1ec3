import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { ShownLanguageSwitch } from "../language";
import { filterCount, type ListState } from "./list-state";
import { MatchSwitch } from "./MatchSwitch";
import { SortControls } from "./SortControls";
import classes from "./ListToolbar.module.css";

/** The list's heading with its total, and the controls that change the list. */
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
