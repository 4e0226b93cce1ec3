import { CARD_EXCERPT_LENGTH } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { localeName } from "../../i18n/locale-name";

/** Their letters are twice as wide and say more: a shorter excerpt fills the same lines. */
const DENSE: ReadonlySet<Locale> = new Set(["zh", "ja", "ko"]);
const DENSE_SHARE = 0.55;

/** The variables of a card's fragments in a language. */
export function cardVariables(locale: Locale) {
  const excerptLength = DENSE.has(locale) ? Math.round(CARD_EXCERPT_LENGTH * DENSE_SHARE) : CARD_EXCERPT_LENGTH;
  return { locale: localeName(locale), excerptLength };
}
