import { parse } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SITE_LINKS } from "../../../contract/site-links";
import { schema } from "../../schema";
import { createTestDatabase } from "../testing/test-database";
import { executeInProcess } from "./in-process";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const logged: unknown[] = [];
const log = { error: (details: { err: unknown }) => logged.push(details.err) };
const run = (source: string, variables?: Record<string, unknown>) =>
  executeInProcess(
    schema(),
    { dataSource: database.dataSource, links: SITE_LINKS, siteUrl: "http://localhost:3000" },
    log,
    {
      query: parse(source),
      ...(variables ? { variables } : {}),
    },
  );

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test("a page's operation runs without HTTP, with its variables", async () => {
  const { result, faults } = await run(`query ($id: ID!) { prompt(id: $id) { id } }`, { id: "1" });
  expect(result.data).toMatchObject({ prompt: { id: "1" } });
  expect(faults).toEqual([]);
});

test("an error of the page's operation is passed on unchanged", async () => {
  const { result, faults } = await run(`{ prompts(locale: EN, first: 101) { nodes { id } } }`);
  expect(result.errors?.[0]?.extensions["code"]).toBe("BAD_USER_INPUT");
  expect(faults).toEqual([]);
});

test("an internal error is logged and masked", async () => {
  await database.dataSource.query("alter table user_account rename to gone");
  const { result, faults } = await run(`{ user(username: "anna") { id } }`);
  expect(result.errors?.map(({ message, extensions }) => ({ message, extensions }))).toEqual([
    { message: "Something went wrong on our side.", extensions: { code: "INTERNAL_SERVER_ERROR" } },
  ]);
  expect(String(faults[0])).toContain("user_account");
  expect(logged).toEqual(faults);
});
