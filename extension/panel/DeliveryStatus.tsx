import { useLingui } from "@lingui/react/macro";
import { Icon } from "./Icon";
import type { Target } from "./tab";
import { COMMAND_KEY, type Outcome } from "./use-delivery";

/** Says where the text would go, and then what became of it. */
export function DeliveryStatus({ target, outcome }: { target: Target | undefined; outcome: Outcome | null }) {
  const { t } = useLingui();
  const words = (): string => {
    switch (outcome) {
      case "inserted":
        return t`Inserted, not sent. ${COMMAND_KEY} Z there takes it back.`;
      case "copied":
        return t`Copied.`;
      case "refused":
        return t`The field did not take the text, so it is copied. Paste it with ${COMMAND_KEY} V.`;
      case "no field":
        return t`There was no field to insert into, so the text is copied. Paste it with ${COMMAND_KEY} V.`;
      case "no access":
        return t`The panel may not write here yet, so the text is copied. Paste it with ${COMMAND_KEY} V.`;
      case "not copied":
        return t`The browser did not allow copying.`;
      case null:
        break;
    }
    const host = target && "host" in target ? target.host : "";
    switch (target?.kind) {
      case "editor":
        return t`Into the field on ${host}`;
      case "no field":
        return t`Click into a field first.`;
      case "no access":
        return t`To insert here, press the Polyprompt button in the toolbar.`;
      case undefined:
        return "\u00a0";
    }
  };
  return (
    <p className="state" data-target>
      <Icon name={outcome === "copied" ? "copy" : "insert"} size={16} />
      <span role="status">{words()}</span>
    </p>
  );
}
