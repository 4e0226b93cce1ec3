import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { parse, type Token } from "@messageformat/parser";
import { describe, expect, test } from "vitest";
import { FALLBACK_LOCALE, LOCALE_CODES } from "../../contract/locales";

const catalogs = await getCatalogs(getConfig());
type Catalog = (typeof catalogs)[number];

/** The translations of a catalog by message id. */
async function messages(catalog: Catalog, locale: string): Promise<Map<string, string>> {
  const read = await catalog.read(locale);
  return new Map(
    Object.entries(read).flatMap(([id, entry]) =>
      entry.obsolete
        ? []
        : [[id, locale === FALLBACK_LOCALE ? entry.translation || entry.message || id : entry.translation]],
    ),
  );
}

/** The placeholders of a message and the plural categories that it distinguishes. */
function shape(tokens: readonly Token[]): { names: Set<string>; plurals: string[][] } {
  const names = new Set<string>();
  const plurals: string[][] = [];
  const walk = (token: Token) => {
    if ("arg" in token) names.add(token.arg);
    if (token.type !== "plural" && token.type !== "select" && token.type !== "selectordinal") return;
    if (token.type === "plural") plurals.push(token.cases.map((each) => each.key));
    for (const each of token.cases) each.tokens.forEach(walk);
  };
  tokens.forEach(walk);
  return { names, plurals };
}

test("there are catalogs for the interface, for pages that say more, for the extension, and for mails", () => {
  expect(catalogs.map(({ path }) => path)).toEqual([
    expect.stringMatching(/client\/locales\/\{locale\}\/messages$/),
    expect.stringMatching(/client\/locales\/\{locale\}\/account$/),
    expect.stringMatching(/client\/locales\/\{locale\}\/community$/),
    expect.stringMatching(/client\/locales\/\{locale\}\/prompt$/),
    expect.stringMatching(/client\/locales\/\{locale\}\/docs$/),
    expect.stringMatching(/extension\/locales\/\{locale\}\/messages$/),
    expect.stringMatching(/server\/locales\/\{locale\}\/messages$/),
  ]);
});

test.each(LOCALE_CODES)(
  "a message of two catalogs of the interface is the same in %s: loading the second one must not change the page",
  async (locale) => {
    const known = new Map<string, string>();
    const shared = [];
    for (const catalog of catalogs.slice(0, 3)) {
      for (const [id, words] of await messages(catalog, locale)) {
        if (known.has(id)) shared.push([id, known.get(id), words]);
        known.set(id, words);
      }
    }
    expect(shared).not.toEqual([]);
    expect(shared.filter(([, first, second]) => first !== second)).toEqual([]);
  },
);

describe.each(catalogs)("in $path", (catalog) => {
  const collected = catalog.collect();

  test.each(LOCALE_CODES)("%s has a translation for every message, and no obsolete ones", async (locale) => {
    const found = await messages(catalog, locale);
    const inSources = (await collected) ?? {};
    expect(Object.keys(inSources)).not.toEqual([]);
    expect([...found.keys()].sort()).toEqual(Object.keys(inSources).sort());
    const english = await messages(catalog, FALLBACK_LOCALE);
    const gaps = [...found].filter(([, words]) => words.trim() === "").map(([id]) => english.get(id));
    expect(gaps, `not translated into ${locale}`).toEqual([]);
  });

  test.each(LOCALE_CODES)(
    "every message of %s is valid and has the same placeholders and all plural categories of the language",
    async (locale) => {
      const english = await messages(catalog, FALLBACK_LOCALE);
      const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      for (const [id, words] of await messages(catalog, locale)) {
        const translated = shape(parse(words));
        expect({ id, names: [...translated.names].sort() }).toEqual({
          id,
          names: [...shape(parse(english.get(id) ?? "")).names].sort(),
        });
        const tags = (text: string) => [...text.matchAll(/<\/?\d+\/?>/g)].map((match) => match[0]).sort();
        expect({ id, tags: tags(words) }).toEqual({ id, tags: tags(english.get(id) ?? "") });
        for (const keys of translated.plurals) {
          // In es, fr, it and pt "many" is for millions only.
          const needed = categories.filter((category) => category !== "many" || ["ar", "ru"].includes(locale));
          expect({ id, missing: needed.filter((category) => !keys.includes(category)) }).toEqual({ id, missing: [] });
        }
      }
    },
  );
});
