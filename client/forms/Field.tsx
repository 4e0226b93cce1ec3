import { Trans } from "@lingui/react/macro";
import { type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import classes from "./Field.module.css";

interface FieldProps {
  name: string;
  label: ReactNode;
  /** What is wrong with it. */
  wrong: string | undefined;
  hint?: ReactNode;
}

function Described({
  id,
  label,
  wrong,
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
      {wrong && (
        <p className={classes.wrong} id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

/** For the field itself: what is said about it, and whether it is wrong. */
function ariaOf(id: string, { wrong, hint }: Pick<FieldProps, "wrong" | "hint">) {
  const described = [wrong && `${id}-wrong`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { id, "aria-invalid": wrong ? true : undefined, "aria-describedby": described || undefined } as const;
}

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "defaultValue" | "dir" | "maxLength" | "min" | "spellCheck" | "inputMode"
>;

export function TextField({ name, label, wrong, hint, ...native }: FieldProps & Native) {
  const id = useId();
  return (
    <Described id={id} label={label} wrong={wrong} hint={hint}>
      <input
        className={classes.input}
        name={name}
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        {...native}
        {...ariaOf(id, { wrong, hint })}
      />
    </Described>
  );
}

export function PasswordField({
  name,
  label,
  wrong,
  hint,
  autoComplete,
}: FieldProps & { autoComplete: "current-password" | "new-password" }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <Described id={id} label={label} wrong={wrong} hint={hint}>
      <div className={classes.password}>
        <input
          className={classes.input}
          name={name}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          {...ariaOf(id, { wrong, hint })}
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
    </Described>
  );
}

export function CheckField({ name, label, wrong, defaultChecked = false }: FieldProps & { defaultChecked?: boolean }) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.check}>
        <input name={name} type="checkbox" value="yes" defaultChecked={defaultChecked} {...ariaOf(id, { wrong })} />
        <span>{label}</span>
      </label>
      {wrong && (
        <p className={classes.wrong} id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

export function SelectField({
  name,
  label,
  wrong,
  hint,
  defaultValue,
  children,
}: FieldProps & { defaultValue?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Described id={id} label={label} wrong={wrong} hint={hint}>
      <select className={classes.input} name={name} defaultValue={defaultValue} {...ariaOf(id, { wrong, hint })}>
        {children}
      </select>
    </Described>
  );
}
