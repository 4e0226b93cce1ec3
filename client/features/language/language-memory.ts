import type { Locale } from "../../../contract/locales";
import { readStored, writeStored } from "../../ui/stored";

const LAST_LOCALE = "polyprompt.last-locale";
const HINT = "polyprompt.language-hint";
const SHOWS_OTHER = "polyprompt.shows-other-language";

/** The last language other than English in which the reader opened a page. */
export function recallLastLocale(): string | null {
  return readStored(LAST_LOCALE);
}

export function rememberLastLocale(locale: Locale): void {
  writeStored(LAST_LOCALE, locale);
}

/** Whether the reader had all prompts in the other language. */
export function recallOther(): boolean {
  return readStored(SHOWS_OTHER) === "yes";
}

export function rememberOther(shows: boolean): void {
  writeStored(SHOWS_OTHER, shows ? "yes" : null);
}

/** Whether the reader has already said in which language the site is wanted. */
export function recallLanguageChosen(): boolean {
  return readStored(HINT) !== null;
}

export function rememberLanguageChosen(): void {
  writeStored(HINT, "done");
}
