import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { confirmedMember } from "../../platform/testing/member";
import { updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { changeBeforeStatement, recordStatements } from "../../platform/testing/statements";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
/** Two prompts of one member, the first of them private, and one of a member who shares nothing. */
let hidden: number, shared: number, recluse: number;

beforeAll(async () => {
  site = await createTestApp();
  const [open = "", shy = ""] = await insertUsers(site.dataSource, ["Open", "Recluse"]);
  const text = { locale: "en" as const, title: "Numbat census", content: "Count every numbat." };
  const common = { tags: ["games"], texts: [text] };
  const ids = await insertPrompts(site.dataSource, [
    { authorId: open, shared: false, upvotes: 50, ...common },
    { authorId: open, ...common },
    { authorId: shy, shared: false, upvotes: 70, ...common },
  ]);
  [hidden = 0, shared = 0, recluse = 0] = ids;
});
afterAll(async () => {
  await site.close();
});

const BOTH = ["ASC", "DESC"];

test("a private prompt is in no list, no search and no count", async () => {
  for (const filter of [
    {},
    { query: "numbat" },
    { tags: ["games"] },
    { origin: "COMMUNITY" },
    { author: "Open" },
    { author: "Recluse" },
    { locale: "EN" },
  ]) {
    for (const field of "query" in filter ? ["ID", "UPVOTE_DIFFERENCE", "RELEVANCE"] : ["ID", "UPVOTE_DIFFERENCE"]) {
      for (const direction of BOTH) {
        const { prompts } = await site.query<{
          prompts: { totalCount: number; nodes: { id: string; shared: boolean }[] };
        }>(
          `query ($filter: PromptFilter, $orderBy: PromptOrder) { prompts(locale: EN, first: 100, filter: $filter, orderBy: $orderBy) { totalCount nodes { id shared } } }`,
          { filter, orderBy: { field, direction } },
        );
        const ids = prompts.nodes.map((node) => Number(node.id));
        expect(ids).not.toContain(hidden);
        expect(ids).not.toContain(recluse);
        expect(prompts.nodes.every((node) => node.shared)).toBe(true);
        if (filter.author === "Recluse") expect(prompts.totalCount).toBe(0);
        if ("query" in filter) expect([prompts.totalCount, ids]).toEqual([1, [shared]]);
      }
    }
  }
});

test("it is not found by its number, alone or among several", async () => {
  const data = await site.query(
    `query ($ids: [ID!]!) { hidden: prompt(id: "${String(hidden)}") { id } promptsByIds(ids: $ids) { id } }`,
    {
      ids: [hidden, shared, recluse].map(String),
    },
  );
  expect(data).toEqual({ hidden: null, promptsByIds: [null, { id: String(shared) }, null] });
});

test("it is nobody's neighbour and related to nothing", async () => {
  const { prompt } = await site.query<{
    prompt: { previous: { id: string; next: { id: string } }; next: null; related: { id: string }[] };
  }>(`{ prompt(id: "${String(shared)}") { previous { id next { id } } next { id } related(first: 12) { id } } }`);
  expect(Number(prompt.previous.id)).toBeLessThan(hidden);
  expect(prompt.previous.next.id).toBe(String(shared));
  expect(prompt.next).toBeNull();
  expect(prompt.related.map((each) => Number(each.id))).not.toContain(hidden);
  expect(prompt.related.map((each) => Number(each.id))).not.toContain(recluse);
});

test("it is not counted for its tags or its author", async () => {
  const data = await site.query<{
    tags: { nodes: { slug: string; promptCount: number }[] };
    open: unknown;
    recluse: null;
    users: { nodes: { username: string }[] };
  }>(
    `{ tags(first: 100) { nodes { slug promptCount } } users(first: 100) { nodes { username } }
       open: user(username: "Open") { promptCount prompts { totalCount nodes { id } } } recluse: user(username: "Recluse") { id } }`,
  );
  const [library] = await site.dataSource.query<{ n: number }[]>(
    "select count(*)::int as n from prompt where origin = 'LIBRARY' and tag_ids @> array(select id from tag where slug = 'games')",
  );
  expect(data.tags.nodes.find((tag) => tag.slug === "games")?.promptCount).toBe((library?.n ?? 0) + 1);
  expect(data.open).toEqual({ promptCount: 1, prompts: { totalCount: 1, nodes: [{ id: String(shared) }] } });
  expect(data.recluse).toBeNull();
  expect(data.users.nodes.map((user) => user.username)).toEqual(["Open"]);
});

test("it is not in the sitemap", async () => {
  const { body } = await site.app.inject("/sitemap-0.xml");
  expect(body).toContain(`/en/prompt/${String(shared)}<`);
  expect(body).not.toContain(`/prompt/${String(hidden)}<`);
  expect(body).not.toContain(`/prompt/${String(recluse)}<`);
});

test("copying it is refused like copying a prompt that does not exist", async () => {
  const copy = (id: number) =>
    site.send(`mutation ($id: ID!) { recordCopy(promptId: $id) { prompt { id } } }`, { id: String(id) });
  const [ofHidden, ofNothing] = [await copy(hidden), await copy(2_000_000_000)];
  expect(ofHidden.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  expect({ ...ofHidden, headers: null }).toEqual({ ...ofNothing, headers: null });
});

test("what its author writes while it becomes private is shown to nobody, whenever a request comes to it", async () => {
  const owner = await confirmedMember(site, "Turncoat");
  const [account] = await site.dataSource.query<{ id: string }[]>(
    "select id from user_account where username = 'Turncoat'",
  );
  const text = { locale: "en" as const, title: "Ocelot open", content: "Open ocelot." };
  const [id = 0] = await insertPrompts(site.dataSource, [
    { authorId: account?.id ?? "", tags: ["games"], texts: [text] },
  ]);
  const texts = `id text(locale: EN) { title content notes excerpt }`;
  const request = `{
    prompt(id: "${String(id)}") { ${texts} }
    promptsByIds(ids: ["${String(id)}"]) { ${texts} }
    prompts(locale: EN, filter: { author: "Turncoat" }) { nodes { ${texts} } }
    user(username: "Turncoat") { prompts { nodes { ${texts} } } } }`;
  const update = (changes: object) =>
    owner.query<{ updatePrompt: { problems: unknown[] } }>(updatePromptOperation("problems { code }"), {
      promptId: String(id),
      ...withText(changes),
    });
  const statements = await recordStatements(() => site.query(request));
  expect(statements.length).toBeGreaterThan(5);
  for (const index of statements.keys()) {
    const change = () => update({ shared: false, title: "Secret serval", content: "Secret serval." });
    const answer = await changeBeforeStatement(index, change, () => site.send(request));
    expect(JSON.stringify(answer), `before ${statements[index]?.text ?? ""}`).not.toContain("serval");
    await update({ shared: true, title: "Ocelot open", content: "Open ocelot." });
    await site.dataSource.query("delete from rate_limit");
  }
});
