import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let id: string;

beforeAll(async () => {
  site = await createTestApp();
  const [authorId = ""] = await insertUsers(site.dataSource, ["Longwriter"]);
  await insertPrompts(site.dataSource, [
    { authorId, texts: [{ locale: "en", title: "Long", content: "word ".repeat(4000) }] },
  ]);
  const [row] = await site.dataSource.query<{ id: number }[]>("select max(id) as id from prompt");
  id = String(row?.id);
});
afterAll(async () => {
  await site.close();
});

const ask = (fields: string, times: number) =>
  site.send(`query ($ids: [ID!]!) { promptsByIds(ids: $ids) { text(locale: EN) { ${fields} } } }`, {
    ids: Array.from({ length: times }, () => id),
  });

test("a response contains at most four million characters of text, whatever aliases are used", async () => {
  expect((await ask("content", 100)).errors).toBeUndefined();
  const aliases = Array.from({ length: 10 }, (_, index) => `a${index}: content`).join(" ");
  const refused = await ask(`content plain ${aliases}`, 100);
  expect(refused.errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
  expect(JSON.stringify(refused).length).toBeLessThan(10_000_000);
});
