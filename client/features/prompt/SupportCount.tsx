import { Plural } from "@lingui/react/macro";
import classes from "./SupportCount.module.css";

/** Upvotes minus downvotes. */
export function SupportCount({ value }: { value: number }) {
  return (
    <span className={classes.support}>
      <Plural value={value} one="# support" other="# support" />
    </span>
  );
}
