import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { closeAccount, reopenAccount } from "../account";
import { setPromptHidden } from "../moderation";

/** `updatedAt`: when whoever keeps a copy of the public prompts has to read one again. */

let site: TestApp;
let author: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
});
afterAll(async () => {
  await site.close();
});

interface Written {
  id: string;
  createdAt: string;
  updatedAt: string;
}
interface Result {
  prompt: Written | null;
  problems: { code: string }[];
}

const RESULT = "{ prompt { id createdAt updatedAt } problems { code } }";
let texts = 0;
async function create(shared = false): Promise<Written> {
  await site.dataSource.query("delete from rate_limit");
  const content = `Text ${String((texts += 1))}`;
  const { result } = await author.query<{ result: Result }>(
    `mutation ($content: String!, $shared: Boolean!) {
       result: createPrompt(texts: { locale: EN, title: "T", content: $content }, shared: $shared) ${RESULT} }`,
    { content, shared },
  );
  if (!result.prompt) throw new Error(JSON.stringify(result.problems));
  return result.prompt;
}
const update = async (id: string, input: object) =>
  (
    await author.query<{ result: Result }>(updatePromptOperation(RESULT.replace(/^\{|\}$/g, ""), "result"), {
      promptId: id,
      ...withText(input),
    })
  ).result;
const remove = (id: string) =>
  author.query(`mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }`, { id });
const bringBack = async (id: string) =>
  (
    await author.query<{ result: Result }>(
      `mutation ($id: ID!) { result: undoDeletePrompt(promptId: $id) ${RESULT} }`,
      {
        id,
      },
    )
  ).result;
const read = async (id: string) =>
  (await author.query<{ prompt: Written }>("query ($id: ID!) { prompt(id: $id) { id createdAt updatedAt } }", { id }))
    .prompt;
const authorId = async () => {
  const [row] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = 'Author'");
  return row?.id ?? "";
};

/** As if all that has happened so far had been a day ago. */
const aDayLater = (id: string) =>
  site.dataSource.query(
    "update prompt set created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day' where id = $1",
    [id],
  );

describe("it grows", () => {
  test("with each version, and only then while nobody else sees it", async () => {
    const { id, createdAt, updatedAt } = await create();
    expect(updatedAt).toBe(createdAt);
    const { prompt } = await update(id, { title: "Another" });
    expect(prompt && prompt.updatedAt > updatedAt).toBe(true);
    expect((await update(id, { title: "Another" })).prompt?.updatedAt).toBe(prompt?.updatedAt);
    await remove(id);
    expect((await bringBack(id)).prompt?.updatedAt).toBe(prompt?.updatedAt);
  });

  test("not with votes, copies and favourites", async () => {
    const { id } = await create(true);
    const before = await stored(id);
    await site.dataSource.query(
      "update prompt set upvotes = 1, copy_count = 1, favorite_count = 1, comment_count = 1 where id = $1",
      [id],
    );
    expect(await stored(id)).toEqual(before);
  });

  test("when it becomes public, the first time and again, and not when it goes", async () => {
    const { id } = await create();
    const [number, userId] = [Number(id), await authorId()];
    const ways: [name: string, away: (() => Promise<unknown>) | null, back: () => Promise<unknown>][] = [
      ["sharing", null, () => update(id, { shared: true })],
      ["sharing again", () => update(id, { shared: false }), () => update(id, { shared: true })],
      ["bringing back", () => remove(id), () => bringBack(id)],
      [
        "showing",
        () => setPromptHidden(site.dataSource, number, true),
        () => setPromptHidden(site.dataSource, number, false),
      ],
      [
        "reopening",
        () => site.dataSource.transaction((manager) => closeAccount(manager, userId)),
        () => site.dataSource.transaction((manager) => reopenAccount(manager, userId)),
      ],
    ];
    for (const [name, away, back] of ways) {
      await aDayLater(id);
      const before = await stored(id);
      await away?.();
      expect(await stored(id), name).toEqual(before);
      await back();
      const after = await stored(id);
      expect(after.updated_at > before.updated_at, name).toBe(true);
      expect(after.written_at, name).toEqual(before.written_at);
    }
  });
});

async function stored(id: string): Promise<{ updated_at: Date; written_at: Date }> {
  const rows = await site.dataSource.query<{ updated_at: Date; written_at: Date }[]>(
    "select updated_at, written_at from prompt where id = $1",
    [id],
  );
  return rows[0] ?? { updated_at: new Date(0), written_at: new Date(0) };
}

describe("an author who had it before it became public", () => {
  beforeAll(async () => {
    // The former one was closed, which ended its session.
    author = await confirmedMember(site, "Editor");
  });

  test("goes on writing with the former moment or the new one, and with no other", async () => {
    const { id, updatedAt } = await create();
    const shared = (await update(id, { shared: true })).prompt;
    expect(shared && shared.updatedAt > updatedAt).toBe(true);
    expect(await read(id)).toEqual(shared);
    const conflict = { prompt: null, problems: [{ code: "CONFLICT" }] };
    for (const expectedUpdatedAt of ["2026-01-01T00:00:00Z", "9999-01-01T00:00:00Z"])
      expect(await update(id, { title: "Never", expectedUpdatedAt })).toEqual(conflict);
    const { prompt: first } = await update(id, { title: "First", expectedUpdatedAt: updatedAt });
    expect(first).not.toBeNull();
    for (const expectedUpdatedAt of [updatedAt, shared?.updatedAt])
      expect(await update(id, { title: "Second", expectedUpdatedAt })).toEqual(conflict);
    expect((await update(id, { title: "Second", expectedUpdatedAt: first?.updatedAt })).problems).toEqual([]);
  });

  test("finds in the history when a version was written", async () => {
    const { id, createdAt } = await create();
    await update(id, { shared: true });
    await update(id, { title: "Another" });
    const { prompt } = await author.query<{ prompt: { history: { nodes: object[] } } }>(
      "query ($id: ID!) { prompt(id: $id) { history { nodes { number createdAt } } } }",
      { id },
    );
    expect(prompt.history.nodes).toEqual([{ number: 1, createdAt }]);
  });
});

describe("a list", () => {
  let ids: string[];
  const at = (index: number) => `2027-01-01T00:0${String(index)}:00.000Z`;

  beforeAll(async () => {
    ids = [];
    for (let index = 0; index < 4; index += 1) ids.push((await create(true)).id);
    // Later than the library; the first one comes last, and two at the same moment.
    for (const [index, minute] of [3, 1, 1, 2].entries())
      await site.dataSource.query("update prompt set updated_at = $2 where id = $1", [ids[index], at(minute)]);
  });

  const LIST = `query ($filter: PromptFilter, $orderBy: PromptOrder) {
    prompts(locale: EN, filter: $filter, orderBy: $orderBy) { totalCount nodes { id updatedAt } } }`;
  const found = async (filter: object, direction = "ASC", field = "UPDATED_AT") => {
    const variables = { filter, orderBy: { field, direction } };
    const { prompts } = await site.query<{ prompts: { totalCount: number; nodes: Written[] } }>(LIST, variables);
    expect(prompts.totalCount).toBe(prompts.nodes.length);
    return prompts.nodes.map(({ id }) => ids.indexOf(id));
  };

  test("has what was updated at that moment or later, in order", async () => {
    expect(await found({ updatedSince: at(1) })).toEqual([1, 2, 3, 0]);
    expect(await found({ updatedSince: at(1) }, "DESC")).toEqual([0, 3, 2, 1]);
    expect(await found({ updatedSince: at(2) })).toEqual([3, 0]);
    expect(await found({ updatedSince: "2027-01-01T00:02:00.001Z" })).toEqual([0]);
    expect(await found({ updatedSince: "2027-01-01T01:02:00+01:00" })).toEqual([3, 0]);
    expect(await found({ updatedSince: "9999-12-31T23:59:59.999Z" })).toEqual([]);
  });

  test("combines it with other conditions and sorts", async () => {
    expect(await found({ updatedSince: at(2) }, "ASC", "ID")).toEqual([0, 3]);
    expect(await found({ updatedSince: at(1), origin: "LIBRARY" })).toEqual([]);
    expect(await found({ updatedSince: at(2), author: "editor", locale: "EN" })).toEqual([3, 0]);
    expect(await found({ updatedSince: at(2), tags: ["write"] })).toEqual([]);
    const { prompts } = await site.query<{ prompts: { nodes: Written[] } }>(LIST, {
      filter: { updatedSince: "0000-01-01T00:00:00Z", query: "text", author: "editor" },
      orderBy: { field: "UPDATED_AT", direction: "DESC" },
    });
    expect(prompts.nodes.slice(0, 4).map(({ id }) => ids.indexOf(id))).toEqual([0, 3, 2, 1]);
  });
});
