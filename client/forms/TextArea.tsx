import { type ComponentProps, useId, useState } from "react";
import { Counter, useLength } from "./Counter";
import { ariaProps, type FieldProps, LabelledField } from "./Field";
import classes from "./Field.module.css";

type TextAreaProps = {
  /** In grapheme clusters. More can be typed, and is counted: what is pasted is not cut. */
  limit: number;
} & Pick<ComponentProps<"textarea">, "defaultValue" | "onInput" | "readOnly">;

/**
 * Of several lines.
 * @param native `readOnly` while it is sent, where nothing that is typed meanwhile could be sent any more
 */
export function TextArea({ name, label, error, hint, limit, onInput, ...native }: FieldProps & TextAreaProps) {
  const id = useId();
  const [text, setText] = useState(String(native.defaultValue ?? ""));
  const length = useLength(text);
  return (
    <LabelledField id={id} label={label} error={error} hint={hint} aside={<Counter length={length} limit={limit} />}>
      <textarea
        className={classes.input}
        name={name}
        dir="auto"
        rows={4}
        {...native}
        {...ariaProps(id, { error, hint })}
        onInput={(event) => {
          setText(event.currentTarget.value);
          onInput?.(event);
        }}
      />
    </LabelledField>
  );
}
