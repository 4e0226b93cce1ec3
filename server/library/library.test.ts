import { beforeAll, describe, expect, test } from "vitest";
import { LOCALE_CODES, type Locale } from "../../contract/locales";
import { checkLibrary } from "./library-check";
import { readLibrary, sourceHash, type Library, type LibraryText, type LocaleFile } from "./library-files";

let library: Library;

beforeAll(async () => {
  library = await readLibrary();
});

test("the library can be served", () => {
  expect(checkLibrary(library)).toEqual([]);
}, 60_000);

describe("the check finds", () => {
  /** Only the first few prompts: checking all of them every time would be slow. */
  const sample = (): Library => {
    const catalogue = library.catalogue.slice(0, 4);
    const first = ({ tags, prompts }: LocaleFile): LocaleFile => ({
      tags,
      prompts: Object.fromEntries(
        catalogue.flatMap(({ id }) => (prompts[id] ? [[String(id), prompts[id]] as const] : [])),
      ),
    });
    const locales = new Map([...library.locales].map(([locale, file]) => [locale, first(file)] as const));
    const copy = structuredClone({ ...library, catalogue, locales });
    for (const locale of LOCALE_CODES) ready(copy, locale, [1, 2, 3, 4]);
    return copy;
  };
  const ready = (copy: Library, locale: Locale, numbers: number[]) =>
    (copy.complete as Map<Locale, ReadonlySet<number>>).set(locale, new Set(numbers));
  const broken = (change: (copy: Library) => void) => {
    const copy = sample();
    change(copy);
    return checkLibrary(copy).join("\n");
  };
  const file = (copy: Library, locale: Locale) => {
    const localeFile = copy.locales.get(locale);
    if (!localeFile) throw new Error(`No texts in ${locale}`);
    return localeFile;
  };
  const text = (copy: Library, locale: Locale, id = "1") => {
    const libraryText = file(copy, locale).prompts[id];
    if (!libraryText) throw new Error(`No ${id} in ${locale}`);
    return libraryText;
  };

  test("a missing translation", () => {
    expect(broken((copy) => delete copy.locales.get("bn")?.prompts["1"])).toContain("bn prompts: 1 is missing");
  });
  test("a number listed as complete without a text or a catalogue entry, and incomplete English", () => {
    expect(broken((copy) => ready(copy, "fr", [1, 2, 3, 4, 5]))).toContain("fr prompts: 5 is missing");
    expect(broken((copy) => ready(copy, "fr", [1, 2, 3, 4, 5]))).toContain("fr prompts: 5 is not in the catalogue");
    expect(broken((copy) => (file(copy, "fr").prompts["5"] = text(copy, "fr")))).toContain(
      "fr prompts: 5 is not in the catalogue",
    );
    expect(broken((copy) => ready(copy, "en", [1, 2, 3]))).toContain("en prompts: 4 is missing");
  });
  test("no problems in drafts", () => {
    expect(
      broken((copy) => {
        ready(copy, "fr", [1, 2]);
        text(copy, "fr", "3").content = "Draft {{";
        delete file(copy, "fr").prompts["4"];
      }),
    ).toBe("");
  });
  test("a duplicate id, an unknown tag, a prompt without tags", () => {
    expect(broken((copy) => copy.catalogue.push({ id: 1, tags: ["write"] }))).toContain("catalogue 1: ids are");
    expect(broken((copy) => copy.catalogue[0]?.tags.push("nothing"))).toContain("unknown tag nothing");
    expect(broken((copy) => copy.catalogue[0]?.tags.splice(0))).toContain("has 0 tags");
  });
  test("a title that is too long", () => {
    expect(broken((copy) => (text(copy, "fr").title = "é".repeat(121)))).toContain("fr 1: title has 121 characters");
  });
  test("variables that differ between languages, lack a label or are malformed", () => {
    expect(broken((copy) => (text(copy, "fr").content += "\n{{extra|en plus}}"))).toContain("fr 1: has the variables");
    expect(broken((copy) => (text(copy, "en").content += "\n{{bare}}"))).toContain("en 1: variable bare has no label");
    expect(broken((copy) => (text(copy, "en").content += "\n{{open"))).toContain(
      "en 1: has braces that are no variable",
    );
  });
  test("a text in the script of another language", () => {
    expect(broken((copy) => (text(copy, "zh").content = text(copy, "en").content))).toContain("zh 1: content: only");
    expect(broken((copy) => (text(copy, "ja").content = text(copy, "zh").content))).toContain(
      "ja 1: content: has no kana",
    );
    expect(
      broken((copy) => (text(copy, "fr").remark = "Это по-русски, а не по-французски, и потому ошибка.")),
    ).toContain("fr 1: title and remark: only");
  });
  test("another language in the same script", () => {
    expect(broken((copy) => (text(copy, "es").remark = text(copy, "pt").remark))).toContain(
      "es 1: title and remark: a line reads like pt",
    );
    expect(broken((copy) => (text(copy, "de").content += "\nWrite the answer in three short paragraphs."))).toContain(
      "de 1: content: a line reads like en: Write the answer",
    );
  });
  test("untranslated words, except names, terms and code", () => {
    const inChinese = (words: string) => broken((copy) => (text(copy, "zh").content += `\n请把结果写成 ${words}。`));
    expect(inChinese("bullet points")).toContain("zh 1: content: was not translated: bullet points");
    expect(inChinese("Please Answer In English")).toContain("was not translated: Please Answer In English");
    expect(inChinese("JSON")).toBe("");
    expect(inChinese("Visual Studio Code")).toBe("");
    expect(inChinese("git diff")).toBe("");
    expect(inChinese("README.md")).toBe("");
    expect(inChinese("README.md and more")).toContain("was not translated: and more");
  });
  test.each<[Locale, string, string]>([
    ["en", 'Say "no".', "quotation marks"],
    ["en", "Don't.", "’"],
    ["en", "And so on...", "…"],
    ["en", "Say «no».", "“ ”"],
    ["zh", "先想,再写。", "full-width"],
    ["zh", "答案(一句话)", "full-width"],
    ["zh", "请用「引号」。", "“ ”"],
    ["zh", "请列出3条。", "a space"],
    ["ja", "“はい”と答えてください。", "「 」"],
    ["ko", "먼저 생각하세요。", "half-width"],
    ["es", "Termina así. Qué falta?", "¿"],
    ["fr", "Qu’est-ce qui manque?", "spaces that do not break"],
    ["fr", "Réponds « oui ».", "spaces that do not break"],
    ["de", "Antworte mit “ja“.", "„"],
    ["ru", "Ответьте “да”.", "« »"],
    ["hi", "पहले सोचें. फिर लिखें।", "।"],
    ["bn", "আগে ভাবুন. তারপর লিখুন।", "।"],
    ["ar", "فكّر أولًا, ثم اكتب.", "،"],
    ["it", "Rispondi «sì.", "different numbers"],
  ])("punctuation that %s does not use: %s", (locale, line, instead) => {
    const problems = broken((copy) => (text(copy, locale).content += `\n${line}`));
    expect(problems).toContain(`${locale} 1: content: `);
    expect(problems).toContain(instead);
  });
  test("no problems with punctuation in code", () => {
    expect(broken((copy) => (text(copy, "fr").content += '\nRépondez avec `{"ok": true}`.'))).toBe("");
  });
  test("a translation that omits half of the text", () => {
    const content = text(library, "fr", "2").content;
    expect(broken((copy) => (text(copy, "fr", "2").content = content.slice(0, content.length / 2)))).toContain(
      "fr 2: content is 0.",
    );
  });
  test("two prompts with the same wording, meaning or title", () => {
    const twin = (change: (one: LibraryText, other: LibraryText) => void) =>
      broken((copy) => change(text(copy, "en", "1"), text(copy, "en", "2")));
    expect(twin((one, other) => (other.content = one.content))).toContain("en 1 and 2 say nearly the same");
    expect(
      twin((one, other) => {
        other.remark = one.remark;
        other.content = one.content.split(" ").reverse().join(" ");
      }),
    ).toContain("en 1 and 2 mean nearly the same");
    expect(twin((one, other) => (other.title = one.title))).toContain("en 1 and 2 have the same title");
  });
  test("a translation of an English text that has changed since", () => {
    expect(broken((copy) => (text(copy, "en").remark += " Always."))).toContain(
      "zh 1: is a translation of other English words",
    );
    expect(sourceHash({ label: "a", description: "b" })).not.toBe(sourceHash({ label: "a", description: "c" }));
  });
});
