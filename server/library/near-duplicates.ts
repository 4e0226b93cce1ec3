import type { Locale } from "../../product.config";
import type { LibraryText } from "./library-files";

/** Two texts that share more of their runs of words than this say the same. Different prompts share below 0.1. */
const TOO_ALIKE = 0.35;
const RUN = 4;

/** Pairs of texts that a reader would call the same, and titles that occur twice. */
export function nearDuplicates(locale: Locale, prompts: Readonly<Record<string, LibraryText>>): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const entries = Object.entries(prompts).map(([id, text]) => ({
    id,
    title: text.title.toLowerCase(),
    runs: runsOf(segmenter, text.content),
  }));
  return entries.flatMap((one, index) =>
    entries
      .slice(index + 1)
      .flatMap((other) => [
        ...(one.title === other.title ? [`${one.id} and ${other.id} have the same title`] : []),
        ...(similarity(one.runs, other.runs) > TOO_ALIKE ? [`${one.id} and ${other.id} say nearly the same`] : []),
      ]),
  );
}

function runsOf(segmenter: Intl.Segmenter, content: string): Set<string> {
  const words = [...segmenter.segment(content.toLowerCase())]
    .filter((segment) => segment.isWordLike)
    .map((segment) => segment.segment);
  return new Set(
    words.slice(0, Math.max(1, words.length - RUN + 1)).map((_, index) => words.slice(index, index + RUN).join(" ")),
  );
}

/** Jaccard: shared runs by all runs. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((run) => other.has(run)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}
