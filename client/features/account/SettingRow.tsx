import { Trans } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import type { MouseEvent, ReactNode } from "react";
import form from "../../forms/Form.module.css";
import classes from "./Settings.module.css";

interface SettingRowProps {
  name: string;
  value?: ReactNode;
  onOpen?(): void;
  children: ReactNode;
}

/** A setting and its value, with a form to change it. Browsers close the row that was open before: they share a name. */
export function SettingRow({ name, value, onOpen, children }: SettingRowProps) {
  return (
    <details
      className={classes.row}
      name="setting"
      aria-label={name}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className={classes.summary}>
        <span className={classes.name}>{name}</span> <span className={classes.value}>{value}</span>{" "}
        <span className={classes.act}>
          <span className={classes.whenClosed}>
            <Trans>Change</Trans>
          </span>
          <span className={classes.whenOpen}>
            <Trans>Close</Trans>
          </span>
        </span>
      </summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}

/** Clears the form and closes its row. */
export function CancelButton() {
  const cancel = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    currentTarget.form?.reset();
    const row = currentTarget.closest("details");
    if (!row) return;
    row.open = false;
    row.querySelector("summary")?.focus();
  };
  return (
    <Button className={`${form.button} ${classes.cancel}`} variant="subtle" onClick={cancel}>
      <Trans>Cancel</Trans>
    </Button>
  );
}
