import type { Locale } from "../../../contract/locales";
import { segment } from "./tokenize";

/** A folded word as a text has it, in lower case with its marks. */
export function writtenForm(text: string, locale: Locale, word: string): string | undefined {
  for (const each of segment(text, locale)) {
    if (each.kind === "cjk") continue;
    for (const part of each.joined ? [...each.parts, each.joined] : each.parts)
      if (part.forms[0] === word) return part.unfolded;
  }
  return undefined;
}
