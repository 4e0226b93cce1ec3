import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { leastThreadTime } from "../../platform/testing/thread-time";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let id: string;
/** Its plain text is fifty times as long. */
let repeated: string;
/** Takes long to parse; today no such text is stored any more. */
let escaped: string;

beforeAll(async () => {
  site = await createTestApp();
  const [authorId = ""] = await insertUsers(site.dataSource, ["Longwriter"]);
  const texts = (content: string) => [{ locale: "en" as const, title: "Long", content }];
  const ids = await insertPrompts(site.dataSource, [
    { authorId, texts: texts("word ".repeat(4000)) },
    { authorId, texts: texts(`{{n|${"x".repeat(300)}}}${"{{n}}".repeat(199)}`) },
    { authorId, texts: texts("\\{{".repeat(6600)) },
  ]);
  [id = "", repeated = "", escaped = ""] = ids.map(String);
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
  const request = async () => expect((await ask(aliases, 100, escaped)).errors).toBeUndefined();
  // 8 s when it was parsed for each.
  expect(await leastThreadTime(request, 1000)).toBeLessThan(1000);
});
