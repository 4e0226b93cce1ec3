import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { isDeep } from "../../platform/testing/deep";
import { member, withToken } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
/** Authorizes as a member, who may send large bodies. */
let headers: Record<string, string>;

beforeAll(async () => {
  site = await createTestApp();
  headers = await withToken(await member(site, "Writer"));
});
afterAll(async () => {
  await site.close();
});

const OPERATORS = [
  "&",
  "|",
  "!",
  "<->",
  "<2>",
  ":*",
  ":A",
  "'",
  "''",
  '"',
  "\\",
  "\\'",
  "(",
  ")",
  "%",
  "%s",
  "%1$s",
  "%99$s",
  "$1",
  "--",
  "/*",
  ";",
  "{",
  "}",
  "[",
  "]",
  "\u202e",
  "\ufeff",
];
const WORDS = [
  "code",
  "write",
  "the",
  "don't",
  "C++",
  ".net",
  "naïve",
  "Straße",
  "写作",
  "コード",
  "한국어를",
  "الكتابة",
  "लिखना",
  "লেখা",
  "é",
  "Ⅷ",
  "½",
  "👩‍👩‍👧",
  "-1",
  "1e3",
  "a_b",
  "@x",
];
/** Any of these makes the whole search invalid. */
const INVALID_TEXT = ["\0", "\u0000a", "\ud800", "\udfff", "a\ud83d", "\udc00b"];

const piece = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...OPERATORS) },
  { weight: 10, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(...INVALID_TEXT) },
  { weight: 10, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
  { weight: 10, arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }) },
);
const short = fc
  .array(piece, { maxLength: 20 })
  .chain((pieces) => fc.constantFrom("", " ").map((between) => pieces.join(between)));
/** Around the maximum length or far beyond it, sometimes in fewer than 200 clusters. */
const long = fc
  .tuple(piece, fc.constantFrom("", " ", "\u0301", "\u200d"), fc.constantFrom(1500, 1500, 10_000))
  .map(([text, between, length]) => `${text || "x"}${between}`.repeat(10_000).slice(0, length));
const zalgo = fc.constantFrom("\u0301", "\u0e33", "\u093f", "\u200d👩").map((mark) => `a${mark.repeat(10_000)}`);

const query = fc.oneof(
  { weight: 12, arbitrary: short },
  { weight: 2, arbitrary: long },
  { weight: 1, arbitrary: zalgo },
);
const sort = fc.option(
  fc.record({
    field: fc.constantFrom("ID", "UPVOTE_DIFFERENCE", "RELEVANCE"),
    direction: fc.constantFrom("ASC", "DESC"),
  }),
  { nil: undefined },
);
const locale = fc.constantFrom(...LOCALE_CODES.map((code) => code.toUpperCase()));

const RUNS = isDeep ? 500 : 60;

test("every search is answered with a page or BAD_USER_INPUT", async () => {
  const answers = { pages: 0, refusals: 0 };
  await fc.assert(
    fc.asyncProperty(query, locale, sort, async (words, where, orderBy) => {
      const { errors, data } = await site.send(
        `query ($locale: Locale!, $filter: PromptFilter, $orderBy: PromptOrder) { prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: 3) { totalCount nodes { id } } }`,
        { locale: where, filter: { query: words }, orderBy },
        headers,
      );
      if (errors) {
        answers.refusals += 1;
        expect(errors.map((error) => error.extensions.code)).toEqual(["BAD_USER_INPUT"]);
      } else {
        answers.pages += 1;
        expect(data["prompts"]).toHaveProperty("totalCount");
      }
    }),
    { numRuns: RUNS },
  );
  expect(answers.pages).toBeGreaterThan(RUNS / 3);
  expect(answers.refusals).toBeGreaterThan(RUNS / 50);
});
