import { Plural } from "@lingui/react/macro";
import { Button } from "../ui/Button";
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon";
import type { FieldProblem, Submission } from "./use-submission";
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
  const { form, busy, message, isValid, fieldProblems, isFresh, onSubmit, onInput, onReset } = submission;
  return (
    <form
      ref={form}
      className={classes.form}
      method="dialog"
      noValidate
      aria-busy={busy}
      onSubmit={onSubmit}
      onInput={onInput}
      onReset={onReset}
    >
      {children}
      <Summary problems={fieldProblems} isFresh={isFresh} />
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

interface SummaryProps {
  problems: readonly FieldProblem[];
  /** What is left of it while the reader corrects is not announced: it would speak over what they type. */
  isFresh: boolean;
}

/** Leads to the fields, where several are not right. Below them, so that none moves as one after the other is corrected. */
function Summary({ problems, isFresh }: SummaryProps) {
  const count = problems.length;
  return (
    <div className={classes.message} role={isFresh ? "alert" : undefined}>
      {count > 1 && (
        <div className={classes.failed}>
          <Icon name="alert" />
          <div>
            <Plural value={count} one="Check # field:" other="Check # fields:" />
            <ul className={classes.fields}>
              {problems.map(({ id, text, show }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    onClick={(event) => {
                      // The address may hold a code after its "#".
                      event.preventDefault();
                      show();
                    }}
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
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
