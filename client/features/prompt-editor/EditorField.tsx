import type { ReactNode } from "react";
import field from "../../forms/Field.module.css";
import { Icon } from "../../ui/Icon";
import { Counter } from "../../forms/Counter";
import classes from "./EditorField.module.css";

interface EditorFieldProps {
  id: string;
  label: ReactNode;
  /** Beside the label. */
  note?: ReactNode;
  error: string | undefined;
  /** Leads to what the error is about. */
  errorLink?: ReactNode;
  length?: { value: number; limit: number };
  children(control: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
    "data-autofocus": true | undefined;
  }): ReactNode;
}

/** A label, its control, the length of its text and what is wrong with it. */
export function EditorField({ id, label, note, error, errorLink, length, children }: EditorFieldProps) {
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        {note && (
          <span className={classes.note} id={`${id}-note`}>
            {note}
          </span>
        )}
        {length && (
          <span className={classes.end}>
            <Counter length={length.value} limit={length.limit} />
          </span>
        )}
      </div>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
        // Of a dialog that opens again, because the server has refused it.
        "data-autofocus": error ? true : undefined,
      })}
      {error && (
        <p className={field.wrong}>
          <Icon name="alert" size={16} />
          <span>
            <span id={`${id}-error`}>{error}</span> {errorLink}
          </span>
        </p>
      )}
    </div>
  );
}
