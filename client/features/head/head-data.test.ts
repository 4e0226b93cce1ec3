import { describe, expect, it } from "vitest";
import { headData, type HeadInput, unlistedHeadData, shorten } from "./head-data";
import { inlineJson } from "../../runtime/page-state";

const input: HeadInput = {
  locale: "bn",
  siteUrl: "https://prompts.example/x",
  path: "/prompt/7",
  title: "Title",
  description: "What it is for.",
  type: "article",
  noindex: false,
};

describe("the head of a page", () => {
  it("has a canonical URL in its own locale", () => {
    expect(headData(input).canonical).toBe("https://prompts.example/x/bn/prompt/7");
    expect(headData({ ...input, locale: "zh", path: "/" }).canonical).toBe("https://prompts.example/x/");
  });

  it("links all thirteen languages, and the default one as x-default", () => {
    const { alternates } = headData(input);
    expect(alternates).toHaveLength(14);
    expect(alternates).toContainEqual({ hrefLang: "ar", href: "https://prompts.example/x/ar/prompt/7" });
    expect(alternates).toContainEqual({ hrefLang: "zh", href: "https://prompts.example/x/prompt/7" });
    expect(alternates.at(-1)).toEqual({ hrefLang: "x-default", href: "https://prompts.example/x/prompt/7" });
  });

  it("has the site's name in the title", () => {
    expect(headData(input).title).toBe("Title · Polyprompt");
    expect(headData({ ...input, title: "Polyprompt" }).title).toBe("Polyprompt");
  });

  it("has Open Graph metadata", () => {
    const { meta } = headData(input);
    expect(meta).toContainEqual({ property: "og:locale", content: "bn_BD" });
    expect(meta.filter(({ property }) => property === "og:locale:alternate")).toHaveLength(12);
    expect(meta).toContainEqual({ property: "og:url", content: "https://prompts.example/x/bn/prompt/7" });
    expect(meta.some(({ name }) => name === "robots")).toBe(false);
  });

  it("excludes filtered and later pages from indexes, but lets crawlers follow their links", () => {
    expect(headData({ ...input, noindex: true }).meta).toContainEqual({ name: "robots", content: "noindex, follow" });
  });

  it("of a not-found page has no canonical URL", () => {
    expect(unlistedHeadData("Not found")).toMatchObject({ canonical: null, alternates: [] });
  });
});

describe("a description", () => {
  it("is truncated between words", () => {
    expect(shorten("one two three four", 14)).toBe("one two…");
    expect(shorten("short", 14)).toBe("short");
  });

  it("is truncated anywhere in scripts without spaces, but not within a character", () => {
    expect(shorten("提示词提示词", 4)).toBe("提示词…");
    expect(shorten("🙂🙂🙂🙂🙂🙂", 4)).toBe("🙂🙂🙂…");
  });
});

describe("JSON inside a script element", () => {
  it("cannot close it", () => {
    const text = inlineJson({ text: "</script><!--\u2028" });
    expect(text).not.toContain("<");
    expect(text).not.toContain("\u2028");
    expect(JSON.parse(text)).toEqual({ text: "</script><!--\u2028" });
  });
});
