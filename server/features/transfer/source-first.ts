import type { ExportedPrompt, ExportedText } from "../../../contract/transfer";

/** The texts of a prompt: in files that have them apart, the first one names the language it was written in. */
export function sourceFirst({ texts, sourceLocale }: ExportedPrompt): ExportedText[] {
  return texts.toSorted((one, other) => Number(other.locale === sourceLocale) - Number(one.locale === sourceLocale));
}
