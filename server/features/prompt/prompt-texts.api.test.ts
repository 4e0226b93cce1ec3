import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { updatePromptOperation, withText } from "../../platform/testing/own-prompts";

/** All texts of a prompt in one field, and the ids of texts. */

let site: TestApp;
let everywhere: string, bilingual: string, hidden: string;

interface Text {
  id: string;
  locale: string;
  title: string;
  content: string;
}

/** In alphabetical order. */
const NAMES = LOCALE_CODES.map((code) => code.toUpperCase()).toSorted();
const FIELDS = "id locale title content";
const TEXTS = `query ($ids: [ID!]!, $locales: [Locale!]) { promptsByIds(ids: $ids) { id texts(locales: $locales) { ${FIELDS} } } }`;

async function textsOf(ids: string[], locales?: string[] | null): Promise<(Text[] | undefined)[]> {
  const { promptsByIds } = await site.query<{ promptsByIds: ({ texts: Text[] } | null)[] }>(TEXTS, {
    ids,
    ...(locales !== undefined && { locales }),
  });
  return promptsByIds.map((prompt) => prompt?.texts);
}
const languagesOf = async (id: string, locales?: string[] | null) =>
  (await textsOf([id], locales))[0]?.map(({ locale }) => locale);

beforeAll(async () => {
  site = await createTestApp();
  const [author = ""] = await insertUsers(site.dataSource, ["Polyglot"]);
  const text = (locale: (typeof LOCALE_CODES)[number]) => ({ locale, title: `T ${locale}`, content: `C ${locale}` });
  const ids = await insertPrompts(site.dataSource, [
    { authorId: author, texts: LOCALE_CODES.toReversed().map(text) },
    { authorId: author, texts: [text("fr"), text("zh")] },
    { authorId: author, texts: [text("en")], shared: false },
  ]);
  [everywhere = "", bilingual = "", hidden = ""] = ids.map(String);
});
afterAll(async () => {
  await site.close();
});

test("without languages all texts are there, in the order of `locales`", async () => {
  const [texts] = await textsOf([everywhere]);
  expect(texts).toEqual(
    LOCALE_CODES.toSorted().map((code) => ({
      id: `x${everywhere}.${code.toUpperCase()}`,
      locale: code.toUpperCase(),
      title: `T ${code}`,
      content: `C ${code}`,
    })),
  );
  expect(await languagesOf(everywhere, null)).toEqual(NAMES);
  expect(await languagesOf(bilingual)).toEqual(["FR", "ZH"]);
});

test("of the languages asked for there are those that it has, once each, and nothing instead of the others", async () => {
  expect(await languagesOf(bilingual, ["ZH", "FR", "DE", "FR"])).toEqual(["FR", "ZH"]);
  expect(await languagesOf(bilingual, ["EN"])).toEqual([]);
  expect(await languagesOf(bilingual, [])).toEqual([]);
  expect(await textsOf([hidden, "999999"])).toEqual([undefined, undefined]);
});

test("the texts of many prompts take two statements more, one for their long parts", async () => {
  const ids = [...Array.from({ length: 10 }, (_, index) => String(index + 1)), everywhere, bilingual];
  const ask = (locales?: string[]) => statementsOf(() => textsOf(ids, locales));
  await ask();
  expect(await ask()).toHaveLength(3);
  expect(await ask(["FR", "ZH"])).toHaveLength(3);
});

test("they are part of the budget for texts", async () => {
  const [author = ""] = await insertUsers(site.dataSource, ["Verbose"]);
  const long = "a".repeat(20_000);
  const ids = await insertPrompts(
    site.dataSource,
    Array.from({ length: 9 }, () => ({
      authorId: author,
      texts: LOCALE_CODES.map((locale) => ({ locale, title: "Long", content: long })),
    })),
  );
  expect(await textsOf(ids.slice(0, 7).map(String))).toHaveLength(7);
  const { errors } = await site.send(TEXTS, { ids: ids.map(String) });
  expect(errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
});

interface Version {
  number: number;
  texts: Text[];
  text: Text;
}

test("former versions have ids of their own, and their texts in one field", async () => {
  const owner: TestBrowser = await confirmedMember(site, "Versioned");
  const { createPrompt } = await owner.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation { createPrompt(texts: { locale: EN, title: "One", content: "First." }) { prompt { id } } }`,
  );
  const { id } = createPrompt.prompt;
  const change = (input: object) =>
    owner.query(updatePromptOperation("problems { code }"), { promptId: id, ...withText(input) });
  await change({ title: "Two" });
  await change({ locale: "DE", title: "Zwei", content: "Das zweite." });
  await change({ title: "Three" });
  const read = async () => {
    const { prompt } = await owner.query<{ prompt: { texts: Text[]; history: { nodes: Version[] } } }>(
      `query ($id: ID!) { prompt(id: $id) { texts { ${FIELDS} } history { nodes {
         number texts { ${FIELDS} } text(locale: DE) { ${FIELDS} } } } } }`,
      { id },
    );
    return prompt;
  };
  const { texts, history } = await read();
  expect(texts.map((text) => [text.id, text.title])).toEqual([
    [`x${id}.DE`, "Zwei"],
    [`x${id}.EN`, "Three"],
  ]);
  expect(history.nodes.map(({ number, texts: those }) => [number, those.map((text) => [text.id, text.title])])).toEqual(
    [
      [
        3,
        [
          [`x${id}.3.DE`, "Zwei"],
          [`x${id}.3.EN`, "Two"],
        ],
      ],
      [2, [[`x${id}.2.EN`, "Two"]]],
      [1, [[`x${id}.1.EN`, "One"]]],
    ],
  );
  expect(history.nodes.map(({ text }) => text.id)).toEqual([`x${id}.3.DE`, `x${id}.2.EN`, `x${id}.1.EN`]);
  const few = await statementsOf(read);
  await change({ title: "Four" });
  expect(await statementsOf(read)).toHaveLength(few.length);
});
