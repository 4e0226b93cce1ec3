import { CARD_EXCERPT_LENGTH, type Locale } from "../../../product.config";
import { localeName } from "../../apollo/locale";

/** The variables of a card's fragments in a language. */
export function cardVariables(locale: Locale) {
  return { locale: localeName(locale), excerptLength: CARD_EXCERPT_LENGTH };
}
