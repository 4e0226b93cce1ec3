import type { ComponentPropsWithRef } from "react";
import classes from "./Switch.module.css";

interface SwitchProps extends Omit<ComponentPropsWithRef<"input">, "type" | "role" | "onChange"> {
  checked: boolean;
  onChange(checked: boolean): void;
}

/** A setting that takes effect at once; it needs a label. */
export function Switch({ onChange, ...props }: SwitchProps) {
  return (
    <input
      {...props}
      className={classes.switch}
      type="checkbox"
      role="switch"
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
