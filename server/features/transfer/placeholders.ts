import { codeFinder } from "../../../contract/code-regions";
import { LIMITS } from "../../../contract/limits";
import { promptVariables } from "../../../contract/prompt-markup";

/**
 * `${name}` and `${name:default}`. A name begins with a letter or a digit and has at most 60 letters, digits, underscores, hyphens, apostrophes between
 * letters, and single spaces. A default has neither braces nor line breaks nor a bar, which would begin a label; that of a shell begins
 * with one more sign, as in `${HOME:-/}`. A backslash or a dollar sign before it keeps it.
 */
const PLACEHOLDER =
  /(?<![\\$])\$\{ *([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]|['’](?=\p{L})| (?=[\p{L}\p{N}_-])){0,59}) *(?::(?![-=+?])([^{}|\n]{0,300}))?\}/gu;

/** Turns the placeholders of other sites into blanks, but not those of code, unless they would be more than a text may have. */
export function withBlanks(text: string): { text: string; blanks: number } {
  if (!text.includes("${")) return { text, blanks: 0 };
  const given = text.replace(/\r\n?/g, "\n");
  const isInCode = codeFinder(given);
  let blanks = 0;
  const converted = given.replace(
    PLACEHOLDER,
    (placeholder, name: string, fallback: string | undefined, at: number) => {
      const value = fallback?.trim() ?? "";
      // Without a bar, braces that follow these signs are code.
      const bar = /[={]/.test(given.charAt(at - 1)) ? "|" : "";
      const blank = `{{${name}${bar}${value === "" ? "" : `:${value}`}}}`;
      if (isInCode(at) || promptVariables(blank).length === 0) return placeholder;
      blanks += 1;
      return blank;
    },
  );
  const isTooMuch = converted.split("{{").length - 1 > LIMITS.promptBlanks;
  return blanks === 0 || isTooMuch ? { text, blanks: 0 } : { text: converted, blanks };
}
