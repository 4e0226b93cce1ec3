import { LIMITS } from "../../../contract/limits";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let id: string;
/** Its plain text is fifty times as long. */
let repeated: string;
/** Takes as long to parse as a text may. */
let escaped: string;
/** The same, two hundred times. */
let many: string[];
/** Has as many blanks as a text may have. */
let blanks: string;

beforeAll(async () => {
  site = await createTestApp();
  const [authorId = ""] = await insertUsers(site.dataSource, ["Longwriter"]);
  const texts = (content: string) => [{ locale: "en" as const, title: "Long", content }];
  const ids = await insertPrompts(site.dataSource, [
    { authorId, texts: texts("word ".repeat(4000)) },
    { authorId, texts: texts(`{{n|${"x".repeat(300)}}}${"{{n}}".repeat(199)}`) },
    { authorId, texts: texts("\\{{".repeat(LIMITS.promptBraces)) },
    { authorId, texts: texts(Array.from({ length: LIMITS.promptBlanks }, (_, at) => `{{${String(at)}}}`).join("")) },
  ]);
  [id = "", repeated = "", escaped = "", blanks = ""] = ids.map(String);
  const copies = await insertPrompts(
    site.dataSource,
    Array.from({ length: 200 }, () => ({ authorId, texts: texts("\\{{".repeat(LIMITS.promptBraces)) })),
  );
  many = copies.map(String);
});
afterAll(async () => {
  await site.close();
});

const ask = (fields: string, times: number, of = id) =>
  site.send(`query ($ids: [ID!]!) { promptsByIds(ids: $ids) { text(locale: EN) { ${fields} } } }`, {
    ids: Array.from({ length: times }, () => of),
  });

test("a response contains at most four million characters of text, whatever aliases are used", async () => {
  expect((await ask("content", 100)).errors).toBeUndefined();
  const aliases = Array.from({ length: 10 }, (_, index) => `a${index}: content`).join(" ");
  const refused = await ask(`content plain ${aliases}`, 100);
  expect(refused.errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
  expect(JSON.stringify(refused).length).toBeLessThan(10_000_000);
});

test("a plain text counts as long as it is, with the labels that it repeats", async () => {
  expect((await ask("plain", 20, repeated)).errors).toBeUndefined();
  expect((await ask("plain", 100, repeated)).errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
});

test("a text is parsed once, however often a request asks for its blanks", async () => {
  const aliases = Array.from({ length: 14 }, (_, index) => `a${index}: hasVariables`).join(" ");
  // Parsing it 1,400 times would be beyond the budget.
  expect((await ask(aliases, 100, escaped)).errors).toBeUndefined();
});

test.each(["hasVariables", "plain", "variables { name }"])(
  "a request parses at most twenty thousand braces, whatever it asks of them (%s)",
  async (field) => {
    const query = `query ($one: [ID!]!, $other: [ID!]!) {
      one: promptsByIds(ids: $one) { text(locale: EN) { ${field} } } other: promptsByIds(ids: $other) { text(locale: EN) { ${field} } } }`;
    const send = (count: number) =>
      site.send(query, { one: many.slice(0, count), other: many.slice(100, 100 + count) });
    expect((await send(9)).errors).toBeUndefined();
    expect((await send(12)).errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
    // Half a second when what is refused was parsed all the same.
    const parse = vi.spyOn(String.prototype, "matchAll");
    try {
      await send(100);
      const parsed = parse.mock.contexts.filter((text) => String(text).startsWith("\\{{"));
      expect(parsed.length).toBeLessThan(30);
    } finally {
      parse.mockRestore();
    }
  },
);

test("a response contains at most eight thousand blanks, whatever aliases are used", async () => {
  const fields = "variables { name label default __typename }";
  expect((await ask(fields, 35, blanks)).errors).toBeUndefined();
  expect((await ask(fields, 45, blanks)).errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
  const aliases = Array.from({ length: 5 }, (_, index) => `a${index}: ${fields}`).join(" ");
  const refused = await ask(aliases, 100, blanks);
  expect(refused.errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
  // 8.7 MB when a text's blanks were not counted.
  expect(JSON.stringify(refused).length).toBeLessThan(1_000_000);
});

test("the texts and blanks of a hundred prompts of the library are within the budget", async () => {
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1));
  const { promptsByIds } = await site.query<{ promptsByIds: ({ text: { variables: unknown[] } } | null)[] }>(
    "query ($ids: [ID!]!) { promptsByIds(ids: $ids) { id text(locale: EN) { title remark content plain hasVariables variables { name label default __typename } } } }",
    { ids },
  );
  expect(promptsByIds.filter((prompt) => prompt && prompt.text.variables.length > 0).length).toBeGreaterThan(50);
});
