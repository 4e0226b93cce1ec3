import { LIMITS } from "../../../contract/limits";

/**
 * `${name}` and `${name:default}`. A name begins with a letter or a digit and has at most 60 letters, digits, underscores, hyphens, apostrophes between
 * letters, and single spaces. A default has neither braces nor line breaks nor a bar, which would begin a label. A backslash or a dollar sign before it keeps it.
 */
const PLACEHOLDER =
  /(?<![\\$])\$\{ *([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]|['’](?=\p{L})| (?=[\p{L}\p{N}_-])){0,59}) *(?::([^{}|\n]{0,300}))?\}/gu;
/** The beginning or the end of a code block of Markdown, whose placeholders are the code's own. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Turns the placeholders of other sites into blanks, unless they would be more than a text may have. */
export function withBlanks(text: string): { text: string; blanks: number } {
  if (!text.includes("${")) return { text, blanks: 0 };
  let blanks = 0;
  const blankOf = (_: string, name: string, value = "") => {
    blanks += 1;
    return value.trim() === "" ? `{{${name}}}` : `{{${name}:${value.trim()}}}`;
  };
  let fence: string | undefined;
  const lines = text.split(/\r\n?|\n/).map((line) => {
    const [, mark, rest = ""] = FENCE.exec(line) ?? [];
    if (fence === undefined) {
      if (mark !== undefined && !(mark.startsWith("`") && rest.includes("`"))) fence = mark;
      else return line.replace(PLACEHOLDER, blankOf);
    } else if (mark?.startsWith(fence) && rest.trim() === "") fence = undefined;
    return line;
  });
  const converted = lines.join("\n");
  const isTooMuch = converted.split("{{").length - 1 > LIMITS.promptBlanks;
  return blanks === 0 || isTooMuch ? { text, blanks: 0 } : { text: converted, blanks };
}
