import { useNavigation } from "react-router-dom";
import classes from "./NavigationProgress.module.css";

/** A bar for changes of page that take longer than 200 ms; the delay is the animation's. */
export function NavigationProgress() {
  return useNavigation().state === "idle" ? null : <div className={classes.bar} aria-hidden="true" />;
}
