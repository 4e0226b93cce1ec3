import { hasLongRunOfMarks } from "../../../contract/combining-marks";

/** PostgreSQL does not accept NUL, and UTF-8 cannot encode lone surrogates. */
const FORBIDDEN_CHARACTERS = /[\0\p{Surrogate}]/u;

/** Whether a text has characters that no account, prompt or search may contain. Runs in linear time. */
export function hasInvalidCharacters(text: string): boolean {
  return FORBIDDEN_CHARACTERS.test(text) || hasLongRunOfMarks(text);
}
