import type { ComponentPropsWithRef } from "react";
import { Link, type LinkProps } from "./Link";
import classes from "./Button.module.css";

/**
 * - filled: the one action that counts in a view
 * - light: the same action on one card of many
 * - outline: done, or dangerous
 * - default: any other action
 * - subtle: without an edge
 */
export type ButtonVariant = "filled" | "light" | "outline" | "default" | "subtle";

interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: ButtonVariant;
  /** Shows a spinner instead of the label, and takes no clicks. */
  loading?: boolean;
}

export function Button({ variant = "filled", loading = false, type = "button", ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      className={`${classes.button} ${props.className ?? ""}`}
      data-variant={variant}
      data-loading={loading || undefined}
      disabled={props.disabled || loading}
    />
  );
}

/** A link that looks like a button, by default like that of a view's main action. */
export function ButtonLink({ variant = "filled", ...props }: LinkProps & { variant?: "filled" | "default" }) {
  const colour = variant === "filled" ? classes.link : "";
  return <Link {...props} className={`${classes.button} ${colour} ${props.className ?? ""}`} data-variant={variant} />;
}

/** A button that is an icon; it needs an `aria-label`. */
export function IconButton({ type = "button", ...props }: ComponentPropsWithRef<"button"> & { "aria-label": string }) {
  return <button {...props} type={type} className={`${classes.icon} ${props.className ?? ""}`} />;
}
