import type { Blanks } from "./use-blanks";
import classes from "./BlanksMeter.module.css";

/** A bar for each blank. Decorative: the words beside it say how many are ready. */
export function BlanksMeter({ blanks }: { blanks: Blanks }) {
  return (
    <span className={classes.meter} aria-hidden="true">
      {blanks.all.map((blank) => (
        <i key={blank.name} data-state={blanks.stateOf(blank)} />
      ))}
    </span>
  );
}
