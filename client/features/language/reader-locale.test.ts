import { expect, it, describe } from "vitest";
import { preferredLocale, otherLocale } from "./reader-locale";

it.each([
  [["bn-BD", "en"], "bn"],
  [["nl-NL", "PT-br"], "pt"],
  [["zh-Hant-TW"], "zh"],
  [["nl", "sv"], null],
  [[], null],
])("the browser languages %j prefer %s", (languages, locale) => {
  expect(preferredLocale(languages)).toBe(locale);
});

const nothing = { lastLocale: null, browserLanguages: [] };

describe("the other language of a prompt", () => {
  it("is English on pages in any other language", () => {
    expect(otherLocale("bn", nothing)).toBe("en");
    expect(otherLocale("zh", { lastLocale: "ja", browserLanguages: ["fr"] })).toBe("en");
  });

  it("is the reader's last other language on English pages", () => {
    expect(otherLocale("en", { lastLocale: "ja", browserLanguages: ["fr"] })).toBe("ja");
  });

  it("falls back to the first browser language that the site has", () => {
    expect(otherLocale("en", { lastLocale: null, browserLanguages: ["en-GB", "sv", "pt-BR", "fr"] })).toBe("pt");
    expect(otherLocale("en", { lastLocale: "xx", browserLanguages: ["de"] })).toBe("de");
  });

  it("is null for readers of English only", () => {
    expect(otherLocale("en", nothing)).toBeNull();
    expect(otherLocale("en", { lastLocale: "en", browserLanguages: ["en-US", "sv"] })).toBeNull();
  });
});
