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
  const count = fieldProblems.length;
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
      {/* Below the fields, so that none moves as one after the other is corrected. */}
      <Summary problems={fieldProblems} isFresh={isFresh}>
        {count > 1 && <Plural value={count} one="Check # field:" other="Check # fields:" />}
      </Summary>
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
  /** What is said of them. Without it nothing is shown. */
  children: ReactNode;
}

/** Leads to the fields that are not right, by their names: what is wrong stands beside each. */
export function Summary({ problems, isFresh, children }: SummaryProps) {
  return (
    <div className={classes.message} role={isFresh ? "alert" : undefined}>
      {children && (
        <div className={classes.failed}>
          <Icon name="alert" />
          <div>
            {children}
            {problems.length > 0 && (
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
            )}
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
