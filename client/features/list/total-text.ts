import type { I18n } from "@lingui/core";
import { LIMITS } from "../../../contract/limits";

/** How many prompts a list has. Of a search not all are counted. */
export function totalText(i18n: I18n, total: number, q: string): string {
  return i18n.number(total) + (q && total === LIMITS.searchTotal ? "+" : "");
}
