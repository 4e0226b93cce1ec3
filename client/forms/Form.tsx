import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Submission } from "./use-submission";
import classes from "./Form.module.css";

interface AccountFormProps {
  submission: Submission;
  /** What the button says. */
  label: ReactNode;
  danger?: boolean;
  /** Beside what matters more. */
  secondary?: boolean;
  /** What was done, where the form stays. */
  done?: ReactNode;
  /** Another button, at the side of its own. */
  beside?: ReactNode;
  children?: ReactNode;
}

/**
 * The words of mistakes are ours, so the browser does not check. The method keeps a browser from sending the form by itself
 * before the page answers: a password would stand in an address.
 */
export function AccountForm({
  submission,
  label,
  danger = false,
  secondary = false,
  done,
  beside,
  children,
}: AccountFormProps) {
  const { form, busy, message, sound, onSubmit } = submission;
  return (
    <form ref={form} className={classes.form} method="dialog" noValidate aria-busy={busy} onSubmit={onSubmit}>
      {children}
      {/* Both are there before anything is said in them: late regions are not read out. */}
      <div className={classes.message} role="alert">
        {message && <p className={classes.failed}>{message}</p>}
      </div>
      <div className={classes.message} role="status">
        {done && sound && !busy && <p className={classes.done}>{done}</p>}
      </div>
      <div className={classes.buttons}>
        <Button
          className={classes.button}
          type="submit"
          variant={danger ? "outline" : secondary ? "default" : "filled"}
          {...(danger && { color: "var(--danger)" })}
        >
          {label}
        </Button>
        {beside}
      </div>
    </form>
  );
}
