import type { BlankState } from "../../../contract/blanks";
import type { Blanks } from "./use-blanks";
import classes from "./BlanksMeter.module.css";

/** Of more, each has less than the gap beside it. */
const MOST_BARS = 20;
const STATES: readonly BlankState[] = ["filled", "default", "empty"];

/** A bar for each blank; of many, a bar for all that are in the same state. Decorative: the words beside it say how many are ready. */
export function BlanksMeter({ blanks }: { blanks: Blanks }) {
  const states = blanks.all.map((blank) => blanks.stateOf(blank));
  if (states.length > MOST_BARS) {
    const counts = STATES.map((state) => ({ state, count: states.filter((each) => each === state).length }));
    return (
      <span className={classes.meter} aria-hidden="true">
        {counts.map(
          ({ state, count }) => count > 0 && <i key={state} data-state={state} style={{ flexGrow: count }} />,
        )}
      </span>
    );
  }
  return (
    <span className={classes.meter} aria-hidden="true">
      {blanks.all.map(({ name }, index) => (
        <i key={name} data-state={states[index]} />
      ))}
    </span>
  );
}
