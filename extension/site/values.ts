import { browser } from "wxt/browser";
import { type BlankValues, NO_VALUES } from "../../contract/blanks";

/** A prompt whose blanks are filled in. All its languages share the values, as they share the names. */
export interface FilledPrompt {
  site: string;
  promptId: string;
}

const keyOf = ({ site, promptId }: FilledPrompt) => `blanks ${site} ${promptId}`;

/** The values that a person has given to the blanks of a prompt, kept on this device. */
export async function readValues(prompt: FilledPrompt): Promise<BlankValues> {
  const key = keyOf(prompt);
  const { [key]: kept } = await browser.storage.local.get<Record<string, [string, string][] | undefined>>(key);
  return kept ? new Map(kept) : NO_VALUES;
}

export async function keepValues(prompt: FilledPrompt, values: BlankValues): Promise<void> {
  const key = keyOf(prompt);
  if (values.size > 0) await browser.storage.local.set({ [key]: [...values] });
  else await browser.storage.local.remove(key);
}
