import { parse } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SITE_LINKS } from "../../../contract/site-links";
import { schema } from "../../schema";
import { insertUsers } from "../testing/community";
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

test("it says what it shows", async () => {
  const shown = async (source: string) => [...(await run(source)).shown].sort();
  expect(
    await shown(`{ prompts(locale: EN, filter: { origin: LIBRARY }, first: 2, orderBy: { field: ID, direction: ASC }) {
      nodes { __typename id }
    } }`),
  ).toEqual(["list:library", "prompt:1", "prompt:2"]);
  expect(await shown(`{ prompts(locale: EN, filter: { query: "nosuchword" }) { totalCount } }`)).toEqual([
    "list:community",
    "list:library",
    "texts:community",
    "texts:library",
  ]);
  expect(await shown(`{ prompt(id: "3") { __typename id comments(first: 1) { totalCount } } }`)).toEqual([
    "comments:3",
    "prompt:3",
  ]);
  expect(await shown(`{ feedback { comments(first: 1) { totalCount } } }`)).toEqual(["comments:feedback"]);
  expect(await shown(`{ site { promptCount } tags(first: 3) { nodes { slug } } }`)).toEqual([]);
  const [member = ""] = await insertUsers(database.dataSource, ["Mentioned"]);
  await database.dataSource.query(
    `insert into comment (author_id, body, html, html_version, mentions)
     values ($1::int, '@Mentioned', array['<p>', $1::text, 'Mentioned', '</p>'], 1000, jsonb_build_object('mentioned', $1::text))`,
    [member],
  );
  const [comment = 0] = await database.dataSource
    .query<{ id: string }[]>("select id from comment")
    .then((rows) => rows.map(({ id }) => Number(id)));
  expect(await shown(`{ comment(id: "c${String(comment)}") { html author { __typename id } } }`)).toEqual([
    "comments:feedback",
    `user:${member}`,
  ]);
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
