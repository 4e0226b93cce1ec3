import { readFileSync } from "node:fs";
import imageSize from "image-size";
import { describe, expect, test } from "vitest";
import { LOCALE_CODES, type Locale } from "../../../contract/locales";
import { HOSTILE_TEXTS } from "../../platform/testing/hostile-texts";
import { drawPicture, drawText, type PictureWords } from "./picture";

const WORDS: PictureWords = {
  locale: "en",
  title: "Title",
  excerpt: "Write about {{topic}}.",
  author: "Writer",
  tags: ["Writing", "Code"],
};
const picture = (words: Partial<PictureWords>) => drawPicture({ ...WORDS, ...words });

interface Library {
  prompts: Record<string, { title: string; content: string }>;
}
const library = (locale: Locale) =>
  JSON.parse(readFileSync(new URL(`../../library/${locale}.json`, import.meta.url), "utf8")) as Library;

/** How large a text is drawn, in pixels. */
async function extent(text: string, locale: Locale): Promise<string> {
  const { width, height } = await drawText(text, locale, { size: 100, color: "#fff", width: 5000 });
  return `${String(width)} × ${String(height)}`;
}

describe.each(LOCALE_CODES)("in %s", (locale) => {
  const { title, content } = library(locale).prompts["12"] ?? { title: "", content: "" };

  test("a picture is a JPEG of the size that other sites expect", async () => {
    const { width, height, type } = imageSize(await picture({ locale, title, excerpt: content }));
    expect([width, height, type]).toEqual([1200, 630, "jpg"]);
  });

  test("the fonts have the letters of the language", async () => {
    // A letter that no font has is drawn as its number in a box: such boxes are all of one size.
    const letters = new Set([...title].filter((letter) => /\p{L}/u.test(letter)));
    const extents = await Promise.all([...letters].map((letter) => extent(letter, locale)));
    expect(extents.length).toBeGreaterThan(3);
    const [missing, another] = await Promise.all([extent("ก", locale), extent("א", locale)]);
    expect(another).toBe(missing);
    expect(extents.filter((size) => size === missing)).toEqual([]);
  });
});

test.each([
  ["Arabic letters join", "ar", "ببب", "ب\u200cب\u200cب"],
  ["Devanagari letters form conjuncts", "hi", "क्ष", "क्\u200cष"],
  ["Bengali letters form conjuncts", "bn", "ক্ষ", "ক্\u200cষ"],
] as const)("%s", async (_, locale, joined, apart) => {
  expect(await extent(joined, locale)).not.toBe(await extent(apart, locale));
});

test("whatever a picture shows makes it another one", async () => {
  const changes: Partial<PictureWords>[] = [
    {},
    { title: "Another title" },
    { excerpt: "Write about {{topic:cats}}." },
    { excerpt: "Write about topic." },
    { author: null },
    { tags: [] },
    { locale: "ar" },
  ];
  const pictures = await Promise.all(changes.map(async (change) => (await picture(change)).toString("base64")));
  expect(new Set(pictures)).toHaveLength(changes.length);
  expect((await picture({})).toString("base64")).toBe(pictures[0]);
});

test("words are no markup, and the rest of a long title is cut off", async () => {
  const markup = "<span size='999999'>&amp; <b>x</b> &#0; </span>";
  for (const text of [markup, "</span>", "&", "\0\ud800", "W".repeat(120), "\u3164", "a\u0301".repeat(120)]) {
    const { width, height } = imageSize(
      await picture({ title: text, excerpt: text.repeat(3), author: text, tags: [text] }),
    );
    expect([text, width, height]).toEqual([text, 1200, 630]);
  }
});

test.each([
  "500 units of half-width marks",
  "500 units of marks beyond the first plane",
  "500 units of nuktas and viramas",
  "500 units of leading jamo",
  "500 units of nested embeddings",
  "invisible",
])("a picture is drawn of %s", async (name) => {
  const text = HOSTILE_TEXTS.get(name) ?? expect.fail(`There is no text ${name}.`);
  const { width, height } = imageSize(await picture({ title: text.slice(0, 120), excerpt: text.slice(0, 400) }));
  expect([width, height]).toEqual([1200, 630]);
});
