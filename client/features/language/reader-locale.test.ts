import { expect, it, describe } from "vitest";
import { ownLocale, otherLocale } from "./reader-locale";

it.each([
  [["bn-BD", "en"], "bn"],
  [["nl-NL", "PT-br"], "pt"],
  [["zh-Hant-TW"], "zh"],
  [["nl", "sv"], null],
  [[], null],
])("who asks for %j reads %s", (languages, locale) => {
  expect(ownLocale(languages)).toBe(locale);
});

const nothing = { lastLocale: null, browserLanguages: [] };

describe("the other language of a prompt", () => {
  it("is English on every page that is not", () => {
    expect(otherLocale("bn", nothing)).toBe("en");
    expect(otherLocale("zh", { lastLocale: "ja", browserLanguages: ["fr"] })).toBe("en");
  });

  it("is the reader's last other one on English pages", () => {
    expect(otherLocale("en", { lastLocale: "ja", browserLanguages: ["fr"] })).toBe("ja");
  });

  it("is otherwise the first that the browser asks for and the site has", () => {
    expect(otherLocale("en", { lastLocale: null, browserLanguages: ["en-GB", "sv", "pt-BR", "fr"] })).toBe("pt");
    expect(otherLocale("en", { lastLocale: "xx", browserLanguages: ["de"] })).toBe("de");
  });

  it("is none for a reader of English alone", () => {
    expect(otherLocale("en", nothing)).toBeNull();
    expect(otherLocale("en", { lastLocale: "en", browserLanguages: ["en-US", "sv"] })).toBeNull();
  });
});
