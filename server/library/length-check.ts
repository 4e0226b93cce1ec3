import type { Locale } from "../../contract/locales";
import type { LibraryText } from "./library-files";
import { readableText } from "./readable-text";

const FIELDS = ["content", "remark"] as const;
/** Length of a translation relative to the English text, divided by the language’s median. Measured for content: 0.70 to 1.42. */
const RANGE = { content: [0.7, 1.45], remark: [0.5, 2] } as const;
/** For shorter English texts the ratio is meaningless. */
const MIN_LENGTH = 40;

/** Translations that are unusually short or long for their language, relative to the English texts. */
export function lengthProblems(
  locale: Locale,
  prompts: Readonly<Record<string, LibraryText>>,
  source: Readonly<Record<string, LibraryText>>,
): string[] {
  if (locale === "en") return [];
  return FIELDS.flatMap((field) => {
    const ratios = Object.entries(prompts).flatMap(([id, text]) => {
      const english = source[id] ? lengthOf(source[id][field]) : 0;
      return english < MIN_LENGTH ? [] : [{ id, ratio: lengthOf(text[field]) / english }];
    });
    const median = ratios.map(({ ratio }) => ratio).sort((a, b) => a - b)[ratios.length >> 1] ?? 1;
    const [least, most] = RANGE[field];
    return ratios.flatMap(({ id, ratio }) => {
      const share = ratio / median;
      return share >= least && share <= most
        ? []
        : [`${id}: ${field} is ${share.toFixed(2)} times as long as such a text usually is`];
    });
  });
}

function lengthOf(text: string): number {
  return [...readableText(text)].length;
}
