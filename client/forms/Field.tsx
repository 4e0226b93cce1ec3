import { useLingui } from "@lingui/react/macro";
import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { Icon } from "../ui/Icon";
import { FormIcon } from "./FormIcon";
import classes from "./Field.module.css";

export interface FieldProps {
  name: string;
  label: ReactNode;
  /** The error message, if the value is invalid. */
  error: string | undefined;
  /** Whether the value may be wrong, as the form's own message says. */
  isDoubtful?: boolean;
  /** Which of several fields like that has the focus first. */
  "data-likely-wrong"?: boolean | undefined;
  hint?: ReactNode;
  /** At the end of the label's line: a link, or a counter. */
  aside?: ReactNode;
  /** Takes the focus when its dialog opens. */
  "data-autofocus"?: boolean | undefined;
}

export function LabelledField({
  id,
  label,
  error,
  hint: advice,
  aside,
  children,
}: Pick<FieldProps, "label" | "error" | "hint" | "aside"> & { id: string; children: ReactNode }) {
  const hint = hintBeside(advice, error);
  return (
    <div className={classes.field}>
      <label className={classes.label} id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Problem id={id} error={error} />
      {/* After the field for the keyboard: few need it on their way through the form. */}
      {aside && <div className={classes.aside}>{aside}</div>}
    </div>
  );
}

function Problem({ id, error }: { id: string; error: string | undefined }) {
  return (
    error && (
      <p className={classes.wrong}>
        <Icon name="alert" size={16} />
        <span id={`${id}-error`}>{error}</span>
      </p>
    )
  );
}

/** A hint that the error repeats is not shown twice. */
function hintBeside(hint: ReactNode, error: string | undefined): ReactNode {
  return hint === error ? undefined : hint;
}

/** The id and ARIA attributes that connect a control with its label, hint and error. */
export function ariaProps(
  id: string,
  { error, hint, isDoubtful = false }: Pick<FieldProps, "error" | "hint" | "isDoubtful">,
) {
  const described = [error && `${id}-error`, hintBeside(hint, error) && `${id}-hint`].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error || isDoubtful ? true : undefined,
    "aria-describedby": described || undefined,
  } as const;
}

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "defaultValue" | "dir" | "maxLength" | "min" | "spellCheck" | "inputMode" | "onInput"
>;

export function TextField({ name, label, error, isDoubtful, hint, aside, ...native }: FieldProps & Native) {
  const id = useId();
  return (
    <LabelledField id={id} label={label} error={error} hint={hint} aside={aside}>
      <input
        className={classes.input}
        name={name}
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        {...native}
        {...ariaProps(id, { error, hint, isDoubtful })}
      />
    </LabelledField>
  );
}

export function PasswordField({
  name,
  label,
  error,
  isDoubtful,
  hint,
  aside,
  ...native
}: FieldProps & { autoComplete: "current-password" | "new-password" }) {
  const { t } = useLingui();
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <LabelledField id={id} label={label} error={error} hint={hint} aside={aside}>
      {/* Passwords are left-to-right in every language, and so is their field. */}
      <div className={classes.password} dir="ltr">
        <input
          className={classes.input}
          name={name}
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          {...native}
          {...ariaProps(id, { error, hint, isDoubtful })}
        />
        <button
          className={classes.show}
          type="button"
          aria-label={t`Show the password`}
          aria-pressed={shown}
          aria-controls={id}
          aria-describedby={`${id}-label`}
          onClick={() => setShown(!shown)}
        >
          <FormIcon name={shown ? "eyeOff" : "eye"} />
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
      <Problem id={id} error={error} />
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
      <div className={classes.select}>
        <select className={classes.input} name={name} defaultValue={defaultValue} {...ariaProps(id, { error, hint })}>
          {children}
        </select>
        <Icon name="chevronDown" size={16} />
      </div>
    </LabelledField>
  );
}
