import type { Locale } from "../../../contract/locales";

const MAX_ID = 2_147_483_647;

/** Parses a prompt's number; undefined unless it is valid and in canonical form. */
export function parsePromptId(id: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined;
  const number = Number(id);
  return number <= MAX_ID ? number : undefined;
}

/**
 * The id of a text, which no other text has.
 * @param version the number of the former version whose text it is; null for the current one
 */
export function textId(promptId: number, locale: Locale, version: number | null): string {
  return [String(promptId), ...(version === null ? [] : [version]), locale.toUpperCase()].join(".");
}
