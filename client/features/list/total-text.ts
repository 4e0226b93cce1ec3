import type { I18n } from "@lingui/core";

/** How many prompts a list has. Of a search not all are counted. */
export function totalText(i18n: I18n, total: number, isExact = true): string {
  return i18n.number(total) + (isExact ? "" : "+");
}
