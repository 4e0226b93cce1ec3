import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { BlankState } from "../../contract/blanks";
import type { Blanks } from "./use-blanks";

/** How many blanks have a value, in words. */
export function Ready({ blanks }: { blanks: Blanks }) {
  const { t, i18n } = useLingui();
  const ready = i18n.number(blanks.readyCount);
  const count = blanks.all.length;
  return (
    <span role="status">{t`${plural(count, { one: `${ready} of # blank ready`, other: `${ready} of # blanks ready` })}`}</span>
  );
}

const STATES: readonly BlankState[] = ["filled", "default", "empty"];

/** How many blanks have a value, as a line. */
export function Meter({ blanks }: { blanks: Blanks }) {
  const states = blanks.all.map(blanks.stateOf).sort((one, other) => STATES.indexOf(one) - STATES.indexOf(other));
  return (
    <span className="meter" aria-hidden="true">
      {states.map((state, index) => (
        <i key={index} data-state={state} />
      ))}
    </span>
  );
}
