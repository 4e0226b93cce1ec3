import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { confirmedMember } from "../../platform/testing/member";
import { posting } from "../../platform/testing/posting";
import { recordStatements } from "../../platform/testing/statements";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let ids: { author: string; silent: string; shared: string; own: string; comment: string };
beforeAll(async () => {
  site = await createTestApp();
  const [author = "", silent = ""] = await insertUsers(site.dataSource, ["Sharing", "Silent"]);
  const texts = [{ locale: "en" as const, title: "Okapi", content: "Say okapi." }];
  const [shared, own] = await insertPrompts(site.dataSource, [
    { authorId: author, texts },
    { authorId: author, texts, shared: false },
  ]);
  const writer = await confirmedMember(site, "Writer");
  const { posted } = await writer.query<{ posted: { comment: { id: string } } }>(posting({ promptId: "7" }), {
    body: "Hello",
  });
  ids = {
    author: `u${author}`,
    silent: `u${silent}`,
    shared: String(shared),
    own: String(own),
    comment: posted.comment.id,
  };
});
afterAll(async () => {
  await site.close();
});

const NODE = `query ($id: ID!) { node(id: $id) { __typename id ... on Prompt { text(locale: EN) { title } } ... on Comment { body }
  ... on User { username } ... on Tag { slug } } }`;
const node = async (id: string) => (await site.query<{ node: object | null }>(NODE, { id })).node;

test("what everybody can read is found by its id alone, and has it", async () => {
  expect(await node(ids.shared)).toEqual({ __typename: "Prompt", id: ids.shared, text: { title: "Okapi" } });
  expect(await node(ids.comment)).toEqual({ __typename: "Comment", id: ids.comment, body: "Hello" });
  expect(await node(ids.author)).toEqual({ __typename: "User", id: ids.author, username: "Sharing" });
  expect(await node("twrite")).toEqual({ __typename: "Tag", id: "twrite", slug: "write" });
});

test("what is private or not there is null: also a member who shares nothing", async () => {
  for (const id of [ids.own, ids.silent, "c999999", "u0", "tnone", "n1", "k1", "", "x"])
    expect(await node(id)).toBeNull();
});

test("many are found in their order, in one statement a type", async () => {
  const wanted = [ids.comment, "1", "twrite", ids.silent, ids.author, "2", "tseo"];
  const query = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
  let found: { nodes: ({ id: string } | null)[] } = { nodes: [] };
  const statements = await recordStatements(async () => {
    found = await site.query(query, { ids: wanted });
  });
  expect(found.nodes.map((each) => each?.id)).toEqual(wanted.map((id) => (id === ids.silent ? undefined : id)));
  expect(statements.length).toBeLessThanOrEqual(4);
});

test("every type with Node has ids that no other type has", async () => {
  const seen = await site.query<Record<string, { nodes: { id: string }[] }>>(
    "{ prompts(locale: EN, first: 30) { nodes { id } } tags(first: 30) { nodes { id } } users { nodes { id } } }",
  );
  const all = Object.values(seen).flatMap(({ nodes }) => nodes.map(({ id }) => id));
  expect(new Set(all).size).toBe(all.length);
});
