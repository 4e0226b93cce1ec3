import type { Locale } from "../../../contract/locales";

export interface EditorTag {
  slug: string;
  label: string;
  description: string;
}

/** In code units. Longer texts say nothing more about their subject. */
export const READ_FOR_TAGS = 4000;
const SUGGESTIONS = 3;
const LABEL_WEIGHT = 3;
/** A word of a label proves nothing alone, for many are everyday words; nor do those of a description without one. */
const MIN_DESCRIBING = 2;
/** Words of more tags tell none of them. */
const MAX_TAGS_OF_WORD = 2;
/** Shorter words are mostly grammar, except in scripts that write few characters for much. */
const MIN_LETTERS = 4;
const DENSE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Most languages inflect at the end. */
const STEM = 5;

/** The tags whose words occur in a text, the likeliest first. */
export function suggestTags(text: string, tags: readonly EditorTag[], locale: Locale): EditorTag[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const stems = (words: string) =>
    new Set(
      Array.from(segmenter.segment(words.toLowerCase()), ({ segment, isWordLike }) =>
        isWordLike && segment.length >= (DENSE_SCRIPT.test(segment) ? 2 : MIN_LETTERS) ? segment.slice(0, STEM) : "",
      ).filter((stem) => stem !== ""),
    );
  const found = stems(text.slice(0, READ_FOR_TAGS));
  const entries = tags.map((tag) => ({ tag, label: stems(`${tag.label} ${tag.slug}`), all: stems(tag.description) }));
  const count = new Map<string, number>();
  for (const { label, all } of entries) {
    for (const stem of new Set([...label, ...all])) count.set(stem, (count.get(stem) ?? 0) + 1);
  }
  const isTelling = (stem: string) => found.has(stem) && (count.get(stem) ?? 0) <= MAX_TAGS_OF_WORD;
  return entries
    .map(({ tag, label, all }) => {
      const inLabel = [...label].filter(isTelling).length;
      const describing = [...all].filter(isTelling).length;
      const isLikely = inLabel > 0 && describing >= MIN_DESCRIBING;
      return { tag, score: isLikely ? inLabel * LABEL_WEIGHT + describing : 0 };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, SUGGESTIONS)
    .map(({ tag }) => tag);
}
