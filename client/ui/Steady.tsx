import classes from "./Steady.module.css";

/** A label as wide in regular weight as in semibold: selecting it moves no neighbour. */
export function Steady({ children }: { children: string }) {
  return (
    <span className={classes.steady} data-text={children}>
      {children}
    </span>
  );
}
