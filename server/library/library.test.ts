import { beforeAll, describe, expect, test } from "vitest";
import { checkLibrary } from "./library-check";
import { readLibrary, sourceHash, type Library } from "./library-files";

let library: Library;

beforeAll(async () => {
  library = await readLibrary();
});

test("the library can be served", () => {
  expect(checkLibrary(library)).toEqual([]);
});

describe("the check finds", () => {
  /** The first few prompts: reading all of them every time would take long. */
  const sample = (): Library => {
    const copy = structuredClone(library);
    copy.catalogue.splice(4);
    for (const file of copy.locales.values()) {
      file.prompts = Object.fromEntries(
        copy.catalogue.flatMap(({ id }) => (file.prompts[id] ? [[id, file.prompts[id]] as const] : [])),
      );
    }
    return copy;
  };
  const broken = (change: (copy: Library) => void) => {
    const copy = sample();
    change(copy);
    return checkLibrary(copy).join("\n");
  };
  const text = (copy: Library, locale: "en" | "zh" | "fr" | "ja", id = "1") => {
    const found = copy.locales.get(locale)?.prompts[id];
    if (!found) throw new Error(`No ${id} in ${locale}`);
    return found;
  };

  test("a missing translation", () => {
    expect(broken((copy) => delete copy.locales.get("bn")?.prompts["1"])).toContain("bn prompts: 1 is missing");
  });
  test("an id twice, an unknown tag, a prompt without tags", () => {
    expect(broken((copy) => copy.catalogue.push({ id: 1, tags: ["write"] }))).toContain("catalogue 1: ids are");
    expect(broken((copy) => copy.catalogue[0]?.tags.push("nothing"))).toContain("unknown tag nothing");
    expect(broken((copy) => copy.catalogue[0]?.tags.splice(0))).toContain("has 0 tags");
  });
  test("a title that is too long", () => {
    expect(broken((copy) => (text(copy, "fr").title = "é".repeat(121)))).toContain("fr 1: title has 121 characters");
  });
  test("variables that differ between languages, lack a label or are no variables", () => {
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
  test("two prompts that say the same", () => {
    expect(broken((copy) => (text(copy, "en", "2").content = text(copy, "en", "1").content))).toContain(
      "en 1 and 2 say nearly the same",
    );
  });
  test("a translation of English words that have changed since", () => {
    expect(broken((copy) => (text(copy, "en").remark += " Always."))).toContain(
      "zh 1: is a translation of other English words",
    );
    expect(sourceHash({ label: "a", description: "b" })).not.toBe(sourceHash({ label: "a", description: "c" }));
  });
});
