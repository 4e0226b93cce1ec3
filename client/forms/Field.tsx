import { Trans } from "@lingui/react/macro";
import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import classes from "./Field.module.css";

interface FieldProps {
  name: string;
  label: ReactNode;
  /** The error message, if the value is invalid. */
  error: string | undefined;
  hint?: ReactNode;
}

function LabelledField({
  id,
  label,
  error,
  hint,
  children,
}: Omit<FieldProps, "name"> & { id: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <label className={classes.label} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p className={classes.wrong} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The id and ARIA attributes that connect a control with its label, hint and error. */
function ariaProps(id: string, { error, hint }: Pick<FieldProps, "error" | "hint">) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined } as const;
}

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "defaultValue" | "dir" | "maxLength" | "min" | "spellCheck" | "inputMode"
>;

export function TextField({ name, label, error, hint, ...native }: FieldProps & Native) {
  const id = useId();
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      <input
        className={classes.input}
        name={name}
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        {...native}
        {...ariaProps(id, { error, hint })}
      />
    </LabelledField>
  );
}

export function PasswordField({
  name,
  label,
  error,
  hint,
  autoComplete,
}: FieldProps & { autoComplete: "current-password" | "new-password" }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      <div className={classes.password}>
        <input
          className={classes.input}
          name={name}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          {...ariaProps(id, { error, hint })}
        />
        <button
          className={classes.show}
          type="button"
          aria-controls={id}
          aria-describedby={`${id}-label`}
          onClick={() => setShown(!shown)}
        >
          {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </button>
      </div>
    </LabelledField>
  );
}

export function CheckField({ name, label, error, defaultChecked = false }: FieldProps & { defaultChecked?: boolean }) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.check}>
        <input name={name} type="checkbox" value="yes" defaultChecked={defaultChecked} {...ariaProps(id, { error })} />
        <span>{label}</span>
      </label>
      {error && (
        <p className={classes.wrong} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

export function SelectField({
  name,
  label,
  error,
  hint,
  defaultValue,
  children,
}: FieldProps & { defaultValue?: string; children: ReactNode }) {
  const id = useId();
  return (
    <LabelledField id={id} label={label} error={error} hint={hint}>
      <select className={classes.input} name={name} defaultValue={defaultValue} {...ariaProps(id, { error, hint })}>
        {children}
      </select>
    </LabelledField>
  );
}
