import { expect, it } from "vitest";
import { ownLocale } from "./own-locale";

it.each([
  [["bn-BD", "en"], "bn"],
  [["nl-NL", "PT-br"], "pt"],
  [["zh-Hant-TW"], "zh"],
  [["nl", "sv"], null],
  [[], null],
])("who asks for %j reads %s", (languages, locale) => {
  expect(ownLocale(languages)).toBe(locale);
});
