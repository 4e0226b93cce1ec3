import { describe, expect, test } from "vitest";
import { HOSTILE_TEXTS } from "../../platform/testing/hostile-texts";
import { parseAtom } from "../../platform/testing/atom";
import { atomFeed, type AtomEntry, type AtomFeed } from "./atom";

const MOMENT = new Date("2026-11-23T10:00:00.123Z");

function feedOf(text: string, entries: number = 1): AtomFeed {
  const entry = (id: number): AtomEntry => ({
    id: `tag:prompts.example,2026:prompt/${String(id)}/ar`,
    title: text,
    alternate: `https://prompts.example/ar/prompt/${String(id)}`,
    author: { name: text, uri: `https://prompts.example/?author=${encodeURIComponent(held(text))}&x=1` },
    published: MOMENT,
    updated: new Date(MOMENT.getTime() + id),
    categories: [{ term: text, label: text }],
    summary: text,
    content: text,
  });
  return {
    locale: "ar",
    id: "tag:prompts.example,2026:community-prompts/ar",
    title: text,
    subtitle: text,
    icon: "https://prompts.example/icon.png?a&b",
    generator: { name: text, uri: "https://prompts.example/" },
    self: `https://prompts.example/ar/community-prompts.atom?tag=${encodeURIComponent(held(text))}`,
    alternate: "https://prompts.example/ar/community-prompts",
    entries: Array.from({ length: entries }, (_, index) => entry(index)),
  };
}

/** What remains of a text: without what XML cannot hold. */
function held(text: string): string {
  return [...text]
    .filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      const isControl = code < 0x20 && !"\t\n\r".includes(character);
      return !isControl && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
    })
    .join("");
}

const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join("");

describe("a feed is valid, and every text in it reads as it was written, but for what XML cannot hold:", () => {
  test.each([
    ["the end of a CDATA section", "]]>"],
    [
      "markup",
      "</content></entry><entry>&lt;&amp;&#0;&nbsp;<!--<![CDATA[<?xml?><!DOCTYPE x [<!ENTITY a SYSTEM 'file:///'>]>",
    ],
    ["quotes", "\"'><script>alert(1)</script>"],
    ["control characters", `a${CONTROLS}b\u007f\u0085`],
    ["noncharacters", "a\ufffe\uffff\ufdd0\u{1fffe}\u{10ffff}b"],
    ["lone surrogates", "a\ud800b\udc00c\udca9\ud83dd"],
    ["right-to-left text", "مرحبا \u202eabc\u2067 שלום"],
    ["20,000 characters", "<&]]>".repeat(4000)],
    ["emoji", "👩‍👩‍👧‍👦🏽🇫🇷1\ufe0f\u20e3"],
    ["line breaks", "one\r\ntwo\rthree\n\tfour"],
    ...HOSTILE_TEXTS,
  ])("%s", (_, text) => {
    const { entries, ...feed } = parseAtom(atomFeed(feedOf(text)));
    const kept = held(text);
    // In attributes parsers read white space as a blank.
    const inAttribute = kept.replace(/[\t\n]/g, " ");
    expect([feed.title, feed.subtitle, feed.generator]).toEqual([kept, kept, kept]);
    expect(entries).toEqual([
      expect.objectContaining({
        title: kept,
        summary: kept,
        content: kept,
        categories: [`${inAttribute}: ${inAttribute}`],
      }),
    ]);
    expect(entries[0]?.author.name).toBe(kept);
    expect(entries[0]?.author.uri).toBe(feedOf(text).entries[0]?.author.uri);
  });
});

test("a feed is as new as its entry that changed last, and an empty one has never changed", () => {
  expect(parseAtom(atomFeed(feedOf("x", 3))).updated).toBe("2026-11-23T10:00:00.125Z");
  expect(parseAtom(atomFeed(feedOf("x", 0)))).toMatchObject({ updated: "1970-01-01T00:00:00.000Z", entries: [] });
});

test("what has no remark and is too long has neither a summary nor content", () => {
  const feed = feedOf("x");
  const [entry] = feed.entries;
  if (!entry) throw new Error("The feed has no entry.");
  const [parsed] = parseAtom(atomFeed({ ...feed, entries: [{ ...entry, summary: null, content: null }] })).entries;
  expect(parsed).toMatchObject({ summary: null, content: null, title: "x" });
});

test("the schema refuses what is not Atom", () => {
  const xml = atomFeed(feedOf("x"));
  for (const [from, to] of [
    ["<updated>", "<updated>on "],
    ["<id>", "<identifier>x</identifier><id>"],
    ['term="x"', ""],
    ["<title>x</title>", ""],
  ] as const)
    expect(() => parseAtom(xml.replace(from, to))).toThrow();
});
