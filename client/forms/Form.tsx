import { Button } from "../ui/Button";
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon";
import type { Submission } from "./use-submission";
import classes from "./Form.module.css";

interface AccountFormProps {
  submission: Submission;
  /** The label of the submit button. */
  label: ReactNode;
  danger?: boolean;
  /** Styles the button as less prominent. */
  secondary?: boolean;
  /** The success message, for forms that remain after submission. */
  done?: ReactNode;
  /** Whether it is too early to submit, which the form explains. */
  waiting?: boolean;
  /** Another button beside the submit button. */
  beside?: ReactNode;
  children?: ReactNode;
}

/**
 * We show our own validation messages, so the browser's are off. `method="dialog"` keeps the browser from submitting the form before
 * hydration, which would put a password into the URL.
 */
export function AccountForm({
  submission,
  label,
  danger = false,
  secondary = false,
  waiting = false,
  done,
  beside,
  children,
}: AccountFormProps) {
  const { form, busy, message, isValid, onSubmit, onReset } = submission;
  return (
    <form
      ref={form}
      className={classes.form}
      method="dialog"
      noValidate
      aria-busy={busy}
      onSubmit={onSubmit}
      onReset={onReset}
    >
      {children}
      <Failure message={message} />
      {/* Rendered empty first: screen readers ignore live regions that appear together with their text. */}
      <div className={classes.message} role="status">
        {done && isValid && !busy && (
          <p className={classes.done}>
            <Icon name="check" />
            <span>{done}</span>
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        <Button
          className={`${classes.button} ${danger ? classes.danger : ""}`}
          type="submit"
          aria-disabled={waiting || undefined}
          variant={danger ? "outline" : secondary ? "default" : "filled"}
        >
          {label}
        </Button>
        {beside}
      </div>
    </form>
  );
}

/** Why something failed. Rendered empty first, too. */
export function Failure({ message }: { message: ReactNode }) {
  return (
    <div className={classes.message} role="alert">
      {message && (
        <p className={classes.failed}>
          <Icon name="alert" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
