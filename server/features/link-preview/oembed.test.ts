import { describe, expect, test } from "vitest";
import { oembedRequest, oembedResponse } from "./oembed";

const SITE = "https://prompts.example/x";
const request = (query: Record<string, string>, site = SITE) => oembedRequest(new URLSearchParams(query), site);

describe("an oEmbed request", () => {
  test.each([
    ["https://prompts.example/x/ar/prompt/12", "ar", "12"],
    ["https://prompts.example/x/prompt/1001?comment=3#comments", "zh", "1001"],
    ["http://prompts.example/x/en/prompt/7", "en", "7"],
  ])("is for the prompt at %s", (url, locale, number) => {
    expect(request({ url })).toEqual({ locale, number, hasPicture: true });
  });

  test.each([
    "https://other.example/x/en/prompt/12",
    "https://prompts.example.other.example/x/en/prompt/12",
    "https://prompts.example:8443/x/en/prompt/12",
    "https://prompts.example@other.example/x/en/prompt/12",
    "https://prompts.example/en/prompt/12",
    "https://prompts.example/x/en/prompt/12.md",
    "https://prompts.example/x/en/prompt/007",
    "https://prompts.example/x/zh/prompt/12",
    "https://prompts.example/x/en/prompt/%31%32",
    "https://prompts.example/x/en/",
    "javascript:/x/en/prompt/12",
    "data:text/html,12",
  ])("finds nothing at %s", (url) => {
    expect(() => request({ url })).toThrow("There is no prompt at this address.");
  });

  test.each(["", "12", "/x/en/prompt/12", "//prompts.example/x/en/prompt/12"])("refuses the address %j", (url) => {
    expect(() => request({ url })).toThrow("`url` must be the address of a prompt.");
  });

  test.each([
    ["1200", "630", true],
    ["9999", undefined, true],
    ["1199", "630", false],
    ["1200", "629", false],
    ["0", undefined, false],
  ])("has a picture in %s × %s pixels: %s", (maxwidth, maxheight, hasPicture) => {
    const url = `${SITE}/en/prompt/12`;
    expect(request({ url, maxwidth, ...(maxheight !== undefined && { maxheight }) }).hasPicture).toBe(hasPicture);
  });

  test.each(["wide", "-1", "1e3", "", "9999999"])("refuses the width %j", (maxwidth) => {
    expect(() => request({ url: `${SITE}/en/prompt/12`, maxwidth })).toThrow("`maxwidth` must be a number of pixels.");
  });
});

test("an oEmbed response is a link with a title, an author and a picture", () => {
  const prompt = { title: "<b>Title</b>", author: "Zoë & Co", picture: `${SITE}/en/prompt/1001.jpg` };
  const wanted = { locale: "de", number: "1001", hasPicture: true } as const;
  expect(oembedResponse(prompt, wanted, SITE)).toEqual({
    version: "1.0",
    type: "link",
    title: "<b>Title</b>",
    author_name: "Zoë & Co",
    author_url: "https://prompts.example/x/de/community-prompts?author=Zo%C3%AB%20%26%20Co",
    provider_name: "Polyprompt",
    provider_url: "https://prompts.example/x/de/",
    thumbnail_url: "https://prompts.example/x/en/prompt/1001.jpg",
    thumbnail_width: 1200,
    thumbnail_height: 630,
  });
  expect(oembedResponse({ ...prompt, author: null }, { ...wanted, hasPicture: false }, SITE)).toEqual({
    version: "1.0",
    type: "link",
    title: "<b>Title</b>",
    author_name: "Polyprompt",
    author_url: "https://prompts.example/x/de/",
    provider_name: "Polyprompt",
    provider_url: "https://prompts.example/x/de/",
  });
});
