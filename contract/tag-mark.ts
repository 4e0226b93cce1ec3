export type TagShape = "disc" | "ring" | "square";

export interface TagMark {
  /** An OKLCH hue in degrees. The colour scheme sets lightness and chroma. */
  hue: number;
  shape: TagShape;
}

const SHAPES: readonly TagShape[] = ["disc", "ring", "square"];

/** Nine hues with a tag for each shape, so that colour alone tells no two of them apart. Discs are the nine most used. */
const TAGS_BY_HUE: Readonly<Record<number, readonly [disc: string, ring: string, square: string]>> = {
  30: ["code", "speech", "doctor"],
  70: ["write", "mind", "favorite"],
  110: ["text", "interesting", "finance"],
  150: ["pedagogy", "professional", "life"],
  190: ["tool", "article", "games"],
  230: ["company", "contribute", "philosophy"],
  270: ["academic", "living", "seo"],
  310: ["ai", "comments", "music"],
  350: ["social", "language", "interpreter"],
};

const MARKS = new Map(
  Object.entries(TAGS_BY_HUE).flatMap(([hue, tags]) =>
    tags.map((slug, index): [string, TagMark] => [slug, { hue: Number(hue), shape: SHAPES[index] ?? "disc" }]),
  ),
);

/** Tags that are not in the table get one of the marks from the hash of their slug. */
export function tagMark(slug: string): TagMark {
  const hash = [...slug].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973, 7);
  return MARKS.get(slug) ?? [...MARKS.values()][hash % MARKS.size] ?? { hue: 165, shape: "disc" };
}
