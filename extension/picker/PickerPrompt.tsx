import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { BlankValues } from "../../contract/blanks";
import { DeliveryStatus } from "../panel/DeliveryStatus";
import { Meter, Ready } from "../panel/Meter";
import { Sheet } from "../panel/Sheet";
import { useSettings } from "../panel/settings";
import { useBlanks } from "../panel/use-blanks";
import { COMMAND_KEY, type Delivery, ESCAPE_KEY } from "../panel/use-delivery";
import { localeOf, type Prompt } from "../site/prompts";
import { PickerFoot } from "./PickerFoot";
import { useKeys } from "./use-keys";

interface PickerPromptProps {
  prompt: Prompt;
  /** Of its blanks, as they are kept. */
  values: BlankValues;
  delivery: Delivery;
  onBack(): void;
}

/** The chosen prompt with its blanks to fill in. Esc leads back to the list, Ctrl Enter inserts. */
export function PickerPrompt({ prompt, values, delivery, onBack }: PickerPromptProps) {
  const { text } = prompt;
  const locale = localeOf(text.locale);
  const [{ site }] = useSettings();
  const blanks = useBlanks({ site, promptId: prompt.id }, values, text.content);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fields = [...(body.current?.querySelectorAll("textarea") ?? [])];
    const empty = fields.find(({ parentElement }) => parentElement?.dataset.state === "empty");
    (empty ?? fields[0])?.focus();
  }, []);
  const insert = () => delivery.insert(prompt, blanks.text);
  useKeys((event) => {
    if (event.key === "Escape") onBack();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      insert();
    }
  });
  return (
    <>
      <div className="picker-prompt" ref={body}>
        <h1 lang={locale} dir="auto">
          {text.title}
        </h1>
        <Sheet blanks={blanks} locale={locale} />
        {blanks.all.length > 0 && <Meter blanks={blanks} />}
      </div>
      {delivery.outcome && (
        <div className="picker-outcome">
          <DeliveryStatus target={undefined} outcome={delivery.outcome} />
        </div>
      )}
      <PickerFoot note={blanks.all.length > 0 && <Ready blanks={blanks} />}>
        <button type="button" className="button" data-variant="filled" onClick={insert}>
          <Trans>Insert</Trans>
          <kbd dir="ltr">{COMMAND_KEY} ↵</kbd>
        </button>
        <button type="button" className="button" data-variant="subtle" onClick={onBack}>
          <Trans>Back</Trans>
          <kbd dir="ltr">{ESCAPE_KEY}</kbd>
        </button>
      </PickerFoot>
    </>
  );
}
