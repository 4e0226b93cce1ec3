import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { confirmedMember, member, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { createPromptOperation, updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { changeUnderneath, countLockWaiters } from "../../platform/testing/row-lock";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { setPromptHidden } from "../moderation";
import { clearTagCache } from "../tag";
import { sweepPrompts } from "./own-prompt.service";

const LOCALE_NAMES = LOCALE_CODES.map((code) => code.toUpperCase());

let site: TestApp;
let owner: TestBrowser;
let other: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  owner = await confirmedMember(site, "Author");
  other = await member(site, "Reader");
});
afterAll(async () => {
  await site.close();
});

const FIELDS = `id shared sharedAt updatedAt locales sourceLocale viewerCanEdit text(locale: EN) { locale title content remark notes } tags { slug }`;
const RESULT = `prompt { ${FIELDS} } problems { code field limit } duplicateOf { id }`;
const CREATE = createPromptOperation(RESULT);
const UPDATE = updatePromptOperation(`${RESULT} newest { ${FIELDS} }`);
const READ = `query ($id: ID!) { prompt(id: $id) { ${FIELDS} } }`;
const DELETE = `mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil problems { code } } }`;
const UNDO = `mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { prompt { id } problems { code } } }`;
const HISTORY = `query ($id: ID!) { prompt(id: $id) { history { totalCount nodes { number createdAt locales changes tags { slug } text(locale: EN) { title content } } } } }`;
const RESTORE = `mutation ($id: ID!, $revision: Int!) { restorePromptRevision(promptId: $id, revision: $revision) { prompt { ${FIELDS} } problems { code } } }`;
const MINE = `query ($filter: PromptFilter, $orderBy: PromptOrder) { viewer { prompts(locale: EN, filter: $filter, orderBy: $orderBy) { totalCount nodes { id text(locale: EN) { title } } } } }`;

interface PromptFields {
  id: string;
  shared: boolean;
  sharedAt: string | null;
  updatedAt: string;
  locales: string[];
  text: { title: string; content: string; remark: string | null };
}
interface Result {
  prompt: PromptFields | null;
  problems: { code: string; field: string | null; limit: number | null }[];
  newest?: PromptFields | null;
}

const GARDEN = { title: "Plan a garden", content: "Plan a garden of {{size}}.", tags: ["write"] };
const garden = (changes: object = {}) => withText({ ...GARDEN, ...changes });
async function create(changes: object = {}, by = owner): Promise<PromptFields> {
  const { createPrompt } = await by.query<{ createPrompt: Result }>(CREATE, garden(changes));
  if (!createPrompt.prompt) throw new Error(JSON.stringify(createPrompt.problems));
  return createPrompt.prompt;
}
const update = async (id: string, changes: object, by = owner) =>
  (await by.query<{ updatePrompt: Result }>(UPDATE, { promptId: id, ...withText(changes) })).updatePrompt;
const read = async (id: string, by = owner) => (await by.query<{ prompt: PromptFields | null }>(READ, { id })).prompt;
const codeOf = async (by: TestBrowser, operation: string, variables: Record<string, unknown>) =>
  (await by.send(operation, variables)).errors?.[0]?.extensions.code;

test("a new prompt is private, and only its author sees it", async () => {
  const prompt = await create({ remark: "  In\nspring ", notes: "" });
  expect(prompt).toMatchObject({
    shared: false,
    sharedAt: null,
    locales: ["EN"],
    text: { title: "Plan a garden", remark: "In spring", notes: null },
    tags: [{ slug: "write" }],
    viewerCanEdit: true,
  });
  expect(await read(prompt.id)).toMatchObject({ id: prompt.id });
  for (const stranger of [other, person(site)]) expect(await read(prompt.id, stranger)).toBeNull();
});

test("before and after a private prompt are the author's own, before and after a shared one the public ones", async () => {
  const loner = await confirmedMember(site, "Loner");
  const [one, two] = [await create({}, loner), await create({}, loner)];
  await create({}, owner);
  const [shared, four] = [
    await create({ content: "Plan a park of {{size}}.", shared: true }, loner),
    await create({}, loner),
  ];
  const around = async (id: string) => {
    const { prompt } = await loner.query<{ prompt: { previous: { id: string } | null; next: { id: string } | null } }>(
      `query ($id: ID!) { prompt(id: $id) { previous { id } next { id } } }`,
      { id },
    );
    return [prompt.previous?.id, prompt.next?.id];
  };
  expect(await around(one.id)).toEqual([undefined, two.id]);
  expect(await around(two.id)).toEqual([one.id, shared.id]);
  expect(await around(four.id)).toEqual([shared.id, undefined]);
  expect(await around(shared.id)).not.toContain(two.id);
});

test("what is wrong with the texts and tags is told, all of it", async () => {
  const { createPrompt } = await owner.query<{ createPrompt: Result }>(
    CREATE,
    withText({ title: "x".repeat(121), content: " ", remark: "é".repeat(501), tags: ["write", "favorite"] }),
  );
  expect(createPrompt.prompt).toBeNull();
  expect(createPrompt.problems).toEqual([
    { code: "TOO_LONG", field: "texts.0.title", limit: 120 },
    { code: "REQUIRED", field: "texts.0.content", limit: null },
    { code: "TOO_LONG", field: "texts.0.remark", limit: 500 },
    { code: "UNKNOWN_TAG", field: "tags", limit: null },
  ]);
  const tooMany = await update((await create()).id, {
    tags: ["write", "article", "code", "ai", "living", "life", "social", "mind", "tool"],
  });
  expect(tooMany.problems).toEqual([{ code: "TOO_MANY", field: "tags", limit: 8 }]);
});

const ALL_TEXTS = LOCALE_NAMES.map(
  (locale) => `${locale.toLowerCase()}: text(locale: ${locale}) { locale title content remark notes }`,
);
interface Text {
  locale: string;
  title: string;
  content: string;
  remark: string | null;
  notes: string | null;
}
/** The texts that a prompt has, by language in small letters. */
async function textsOf(id: string): Promise<Record<string, Text>> {
  const { prompt } = await owner.query<{ prompt: Record<string, Text> }>(
    `query ($id: ID!) { prompt(id: $id) { ${ALL_TEXTS.join(" ")} } }`,
    { id },
  );
  return Object.fromEntries(Object.entries(prompt).filter(([code, { locale }]) => code.toUpperCase() === locale));
}
const versionsOf = async (id: string) => {
  const { prompt } = await owner.query<{
    prompt: { history: { totalCount: number; nodes: { locales: string[] }[] } };
  }>(HISTORY, { id });
  return prompt.history;
};
const textIn = (locale: string, words = `In ${locale}`) => ({ locale, title: words, content: `${words}.` });
const createTexts = async (variables: Record<string, unknown>, by = owner) =>
  (await by.query<{ createPrompt: Result }>(CREATE, variables)).createPrompt;
const updateTexts = async (promptId: string, variables: object) =>
  (await owner.query<{ updatePrompt: Result }>(UPDATE, { promptId, ...variables })).updatePrompt;

describe("several languages", () => {
  test("are made and changed at once, as one version; what is not given stays, and what is blank is removed", async () => {
    const remark = "When it rains";
    const texts = [textIn("FR"), { ...textIn("DE"), remark, notes: "Notiz" }, textIn("EN")];
    const { prompt } = await createTexts({ texts });
    if (!prompt) throw new Error("It was not made.");
    const { id, updatedAt } = prompt;
    expect(prompt).toMatchObject({ locales: ["DE", "EN", "FR"], sourceLocale: "FR" });
    expect((await createTexts({ texts, sourceLocale: "DE" })).prompt).toMatchObject({ sourceLocale: "DE" });

    const changed = await updateTexts(id, {
      texts: [
        { locale: "DE", title: "Neu", content: null, remark: " ", notes: null },
        textIn("IT"),
        { locale: "EN", content: "New words." },
      ],
      tags: ["code"],
      expectedUpdatedAt: updatedAt,
    });
    expect(changed).toMatchObject({
      prompt: { locales: ["DE", "EN", "FR", "IT"], sourceLocale: "FR", tags: [{ slug: "code" }] },
      problems: [],
    });
    expect(await textsOf(id)).toEqual({
      de: { locale: "DE", title: "Neu", content: "In DE.", remark: null, notes: "Notiz" },
      en: { locale: "EN", title: "In EN", content: "New words.", remark: null, notes: null },
      fr: { ...textIn("FR"), remark: null, notes: null },
      it: { ...textIn("IT"), remark: null, notes: null },
    });
    const { totalCount, nodes } = await versionsOf(id);
    expect([totalCount, nodes[0]?.locales]).toEqual([1, ["DE", "EN", "FR"]]);
    // Nothing to write is no version.
    await updateTexts(id, { texts: [] });
    expect((await updateTexts(id, { texts: [textIn("FR"), textIn("IT")] })).prompt?.updatedAt).toBe(
      changed.prompt?.updatedAt,
    );
    expect((await versionsOf(id)).totalCount).toBe(1);
  });

  test("are written all or not at all: a problem names the text by its place in the list", async () => {
    const bad = [textIn("DE"), { locale: "FR", content: "x", remark: "x".repeat(501) }, textIn("IT", "x".repeat(121))];
    const problems = [
      { code: "REQUIRED", field: "texts.1.title", limit: null },
      { code: "TOO_LONG", field: "texts.1.remark", limit: 500 },
      { code: "TOO_LONG", field: "texts.2.title", limit: 120 },
    ];
    const { id, updatedAt } = await create();
    const before = await textsOf(id);
    expect(await updateTexts(id, { texts: bad, tags: ["code"] })).toMatchObject({ prompt: null, problems });
    expect([await textsOf(id), await read(id)]).toMatchObject([before, { updatedAt, tags: [{ slug: "write" }] }]);
    expect((await versionsOf(id)).totalCount).toBe(0);

    const count = () => site.dataSource.query<object[]>("select count(*) from prompt");
    const made = await count();
    expect(await createTexts({ texts: bad })).toMatchObject({ prompt: null, problems });
    // What is far too long, or cannot be stored, in several texts at once.
    const worse = [textIn("DE", "a\0"), textIn("FR", "x".repeat(1000))];
    expect((await createTexts({ texts: worse })).problems).toEqual([
      { code: "INVALID_CHARACTERS", field: "texts.0.title", limit: null },
      { code: "INVALID_CHARACTERS", field: "texts.0.content", limit: null },
      { code: "TOO_LONG", field: "texts.1.title", limit: 960 },
    ]);
    expect(await count()).toEqual(made);
  });

  test("are each given once, thirteen at most, and the source language is one of them", async () => {
    const { id } = await create();
    const refusal = async (operation: string, variables: Record<string, unknown>) =>
      (await owner.send(operation, variables)).errors?.[0]?.extensions;
    const twice = [textIn("DE"), textIn("EN"), textIn("DE", "Other")];
    const repeated = { code: "BAD_USER_INPUT", argument: "texts.2.locale" };
    expect(await refusal(CREATE, { texts: twice })).toEqual(repeated);
    expect(await refusal(UPDATE, { promptId: id, texts: twice })).toEqual(repeated);
    const removedToo = { promptId: id, texts: [textIn("FR"), textIn("DE")], removedLocales: ["DE"] };
    expect(await refusal(UPDATE, removedToo)).toEqual({ code: "BAD_USER_INPUT", argument: "texts.1.locale" });
    expect(await refusal(CREATE, { texts: [textIn("DE")], sourceLocale: "EN" })).toEqual({
      code: "BAD_USER_INPUT",
      argument: "sourceLocale",
    });
    expect((await createTexts({ texts: [] })).problems).toEqual([{ code: "REQUIRED", field: "texts", limit: null }]);
    const fourteen = [...LOCALE_NAMES, "EN"].map((locale) => textIn(locale));
    const tooMany = [{ code: "TOO_MANY", field: "texts", limit: 13 }];
    expect((await createTexts({ texts: fourteen })).problems).toEqual(tooMany);
    expect((await updateTexts(id, { texts: fourteen })).problems).toEqual(tooMany);
    expect((await versionsOf(id)).totalCount).toBe(0);
  });

  test("are removed together with what else is written, as one version; one text stays, and the source language has one", async () => {
    const { prompt } = await createTexts({ texts: [textIn("FR"), textIn("DE"), textIn("EN")] });
    const { id = "" } = prompt ?? {};
    const removed = await updateTexts(id, { texts: [textIn("IT"), textIn("EN", "New")], removedLocales: ["FR", "DE"] });
    expect(removed).toMatchObject({ prompt: { locales: ["EN", "IT"], sourceLocale: "EN" }, problems: [] });
    expect(await textsOf(id)).toMatchObject({ en: { title: "New" }, it: { title: "In IT" } });
    expect((await versionsOf(id)).nodes.map(({ locales }) => locales)).toEqual([["DE", "EN", "FR"]]);

    const required = [{ code: "REQUIRED", field: "removedLocales", limit: null }];
    expect(await updateTexts(id, { removedLocales: ["EN", "IT"] })).toMatchObject({ prompt: null, problems: required });
    // Nothing is removed beside a text that is refused, and nothing by naming a language that is not there.
    const refused = await updateTexts(id, { texts: [{ locale: "FR", content: "x" }], removedLocales: ["EN"] });
    expect(refused.problems).toEqual([{ code: "REQUIRED", field: "texts.0.title", limit: null }]);
    const absent = await updateTexts(id, { removedLocales: ["FR"] });
    expect(absent.prompt).toMatchObject({ locales: ["EN", "IT"], updatedAt: removed.prompt?.updatedAt });
    expect((await versionsOf(id)).totalCount).toBe(1);
    expect((await updateTexts(id, { texts: [textIn("ES")], removedLocales: ["EN", "IT"] })).prompt).toMatchObject({
      locales: ["ES"],
      sourceLocale: "ES",
    });
  });

  test("that have changed elsewhere are a conflict, whichever of them has: nothing is written, and the newest version answered", async () => {
    const { prompt } = await createTexts({ texts: [textIn("DE"), textIn("EN")] });
    const { id = "", updatedAt: expectedUpdatedAt } = prompt ?? {};
    const theirs = (await updateTexts(id, { texts: [{ locale: "DE", title: "Theirs" }], tags: ["code"] })).prompt;
    const operation = updatePromptOperation(
      "prompt { id } problems { code field limit } newest { updatedAt tags { slug } texts { locale title } }",
    );
    for (const mine of [{ texts: [textIn("EN", "Mine"), textIn("FR", "Mine")] }, { removedLocales: ["EN"] }]) {
      const changes = { promptId: id, ...mine, tags: ["write"], expectedUpdatedAt };
      expect(await owner.query(operation, changes)).toEqual({
        updatePrompt: {
          prompt: null,
          newest: {
            updatedAt: theirs?.updatedAt,
            tags: [{ slug: "code" }],
            texts: [
              { locale: "DE", title: "Theirs" },
              { locale: "EN", title: "In EN" },
            ],
          },
          problems: [{ code: "CONFLICT", field: null, limit: null }],
        },
      });
    }
    expect(await read(id)).toEqual(theirs);
  });

  test("make one prompt for one key, whatever is sent with it", async () => {
    const first = { texts: [textIn("DE"), textIn("EN")], idempotencyKey: "several languages" };
    const { prompt } = await createTexts(first);
    expect(await createTexts(first)).toMatchObject({ prompt, problems: [] });
    expect(await createTexts({ ...first, texts: [textIn("FR"), textIn("FR")] })).toMatchObject({ prompt });
  });

  test("count each as a write; thirteen of the greatest length are one request", async () => {
    const linguist = await confirmedMember(site, "Linguist");
    const counted = async () => {
      const rows = await site.dataSource.query<{ action: string; hits: number }[]>(
        `select split_part(key, ' ', 1) as action, hits from rate_limit
         where key like '%-prompt account=' || (select id from user_account where username = 'Linguist')`,
      );
      return Object.fromEntries(rows.map(({ action, hits }) => [action, hits]));
    };
    const sentence = "请把{{文章}}改写得更清楚。";
    const content = sentence.repeat(195).padEnd(20_000, "字，");
    const texts = LOCALE_NAMES.map((locale) => ({
      locale,
      title: "题".repeat(120),
      content,
      remark: "时".repeat(500),
      notes: "注".repeat(5000),
    }));
    const { prompt, problems } = await createTexts({ texts }, linguist);
    expect(problems).toEqual([]);
    expect(prompt?.locales).toHaveLength(13);
    expect(await counted()).toEqual({ "create-prompt": 1, "write-prompt": 12 });
    const shared = await linguist.send(UPDATE, {
      promptId: prompt?.id,
      texts: texts.map((text) => ({ ...text, title: "新" })),
      shared: true,
    });
    expect(shared.errors).toBeUndefined();
    expect(await counted()).toEqual({ "create-prompt": 1, "write-prompt": 25, "share-prompt": 1 });
    const fewer = { promptId: prompt?.id, texts: [{ locale: "EN", title: "New" }], removedLocales: ["DE", "FR"] };
    await linguist.query(UPDATE, fewer);
    expect(await counted()).toMatchObject({ "write-prompt": 28 });
  });
});

test("sharing makes it public at once, and not sharing takes it away; the first time is kept", async () => {
  const { id } = await create();
  const { prompt } = await update(id, { shared: true });
  expect(await read(id, person(site))).toMatchObject({ id, sharedAt: prompt?.sharedAt });
  await update(id, { shared: false });
  expect(await read(id, person(site))).toBeNull();
  expect((await update(id, { shared: true })).prompt?.sharedAt).toBe(prompt?.sharedAt);
});

test("each change keeps the former version, which can be restored", async () => {
  const { id } = await create();
  await update(id, { title: "Second", tags: ["code"] });
  await update(id, { locale: "DE", title: "Garten", content: "Plane {{size}}." });
  await update(id, { title: "Third" });
  await update(id, { title: "Third" });
  const { prompt } = await owner.query<{ prompt: { history: { totalCount: number; nodes: object[] } } }>(HISTORY, {
    id,
  });
  expect(prompt.history.totalCount).toBe(3);
  expect(prompt.history.nodes).toMatchObject([
    { number: 3, locales: ["DE", "EN"], changes: ["LOCALES"], text: { title: "Second" }, tags: [{ slug: "code" }] },
    { number: 2, locales: ["EN"], changes: ["TITLE", "TAGS"], text: { title: "Second" } },
    { number: 1, changes: [], text: { title: "Plan a garden" }, tags: [{ slug: "write" }] },
  ]);
  const { restorePromptRevision } = await owner.query<{ restorePromptRevision: Result }>(RESTORE, { id, revision: 1 });
  expect(restorePromptRevision.prompt).toMatchObject({ locales: ["EN"], text: { title: "Plan a garden" } });
  const again = await owner.query<{ prompt: { history: { totalCount: number } } }>(HISTORY, { id });
  expect(again.prompt.history.totalCount).toBe(4);
});

test("a change of an older version than the current one is a conflict and writes nothing", async () => {
  const { id, updatedAt } = await create();
  const first = await update(id, { title: "One", expectedUpdatedAt: updatedAt });
  expect(first.prompt?.text.title).toBe("One");
  expect(await update(id, { title: "Two", expectedUpdatedAt: updatedAt })).toEqual({
    prompt: null,
    duplicateOf: null,
    newest: first.prompt,
    problems: [{ code: "CONFLICT", field: null, limit: null }],
  });
  expect(await read(id)).toEqual(first.prompt);
});

test("the deprecated removePromptText removes a language of an expected version", async () => {
  const { id, updatedAt } = await create();
  const { prompt } = await update(id, { locale: "DE", title: "Eins", content: "Plane." });
  const REMOVE = `mutation ($id: ID!, $version: DateTime) { removePromptText(promptId: $id, locale: DE, expectedUpdatedAt: $version) { prompt { locales } problems { code } } }`;
  const remove = (version?: string) => owner.query(REMOVE, { id, version });
  expect(await remove(updatedAt)).toEqual({ removePromptText: { prompt: null, problems: [{ code: "CONFLICT" }] } });
  expect(await remove(prompt?.updatedAt)).toEqual({ removePromptText: { prompt: { locales: ["EN"] }, problems: [] } });
});

test("each of two changes in one request is answered with what it has written", async () => {
  const { id } = await create();
  const change = (title: string) =>
    `updatePrompt(promptId: $id, texts: { locale: EN, title: "${title}", content: "${title}" }) { prompt { text(locale: EN) { title content } } }`;
  const both = await owner.query(`mutation ($id: ID!) { a: ${change("One")} b: ${change("Two")} }`, { id });
  expect(both).toEqual({
    a: { prompt: { text: { title: "One", content: "One" } } },
    b: { prompt: { text: { title: "Two", content: "Two" } } },
  });
});

test("of 20 concurrent changes of the same version one is written", async () => {
  const { id, updatedAt } = await create();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, number) => update(id, { title: `Version ${number}`, expectedUpdatedAt: updatedAt })),
  );
  expect(results.filter(({ prompt }) => prompt !== null)).toHaveLength(1);
  // The others are told what was written.
  const written = await read(id);
  expect(results.map(({ prompt, newest }) => prompt ?? newest)).toEqual(results.map(() => written));
});

test("changes sent at once while no tags are cached wait for nothing but each other", async () => {
  const { id } = await create();
  // Reading the tags within the transaction took a second connection, while the others held all that the member may have.
  clearTagCache(site.appDataSource);
  const results = await Promise.all(["A", "B", "C", "D", "E", "F"].map((title) => update(id, { title })));
  expect(results.flatMap(({ problems }) => problems)).toEqual([]);
});

test("a deleted prompt is gone for everyone at once, and comes back within a minute only", async () => {
  const { id } = await create({ content: "Gone soon.", shared: true });
  await owner.query(DELETE, { id });
  for (const somebody of [owner, other, person(site)]) expect(await read(id, somebody)).toBeNull();
  expect(await codeOf(owner, UPDATE, { promptId: id, ...withText({ title: "X" }) })).toBe("NOT_FOUND");
  expect(await codeOf(other, UNDO, { id })).toBe("NOT_FOUND");
  await owner.query(UNDO, { id });
  expect(await read(id, person(site))).toMatchObject({ id });
  await owner.query(DELETE, { id });
  await site.dataSource.query("update prompt set deleted_at = deleted_at - interval '61 seconds' where id = $1", [id]);
  expect(await codeOf(owner, UNDO, { id })).toBe("NOT_FOUND");
  await sweepPrompts(site.dataSource);
  expect(await site.dataSource.query("select 1 from prompt where id = $1", [id])).toEqual([]);
});

test("nobody else may change, delete, restore or see the history of a prompt, shared or not", async () => {
  for (const shared of [true, false]) {
    const { id } = await create({ content: "Mine alone.", shared });
    for (const [operation, variables] of [
      [UPDATE, { promptId: id, ...withText({ title: "Taken over" }) }],
      [DELETE, {}],
      [UNDO, {}],
      [RESTORE, { revision: 1 }],
    ] as const) {
      expect(await codeOf(other, operation, { id, ...variables })).toBe("NOT_FOUND");
      expect(await codeOf(person(site), operation, { id, ...variables })).toBe("UNAUTHENTICATED");
    }
    if (shared) expect(await codeOf(other, HISTORY, { id })).toBe("FORBIDDEN");
  }
});

test("one's own prompts are listed, searched and sorted, and nobody else's", async () => {
  const writer = await confirmedMember(site, "Lister");
  const first = await create({ title: "Alpha zebra" }, writer);
  const second = await create({ title: "Beta", content: "zebra crossing", shared: true }, writer);
  await create({ title: "Foreign zebra" });
  const list = async (variables: object = {}) =>
    (
      await writer.query<{ viewer: { prompts: { totalCount: number; nodes: { id: string }[] } } }>(
        MINE,
        variables as Record<string, unknown>,
      )
    ).viewer.prompts;
  const ids = async (variables?: object) => (await list(variables)).nodes.map(({ id }) => id);
  expect(await ids()).toEqual([second.id, first.id]);
  expect(await ids({ filter: { query: "zebra" } })).toEqual([first.id, second.id]);
  expect(await ids({ filter: { query: "zebra" }, orderBy: { field: "ID", direction: "DESC" } })).toEqual([
    second.id,
    first.id,
  ]);
  expect((await list({ filter: { query: "zebra" } })).totalCount).toBe(2);
  expect(await ids({ filter: { tags: ["code"] } })).toEqual([]);
});

test("a prompt that the operator hides is seen by its author only, who is told so", async () => {
  const { id } = await create({ shared: true, title: "Unwelcome axolotl", content: "Hide." });
  const HIDDEN = `query ($id: ID!) { prompt(id: $id) { hidden } prompts(locale: EN, filter: { query: "axolotl" }) { totalCount } }`;
  expect(await setPromptHidden(site.dataSource, Number(id), true)).toBe(true);
  expect(await person(site).query(HIDDEN, { id })).toEqual({ prompt: null, prompts: { totalCount: 0 } });
  expect(await owner.query(HIDDEN, { id })).toEqual({ prompt: { hidden: true }, prompts: { totalCount: 0 } });
  await update(id, { title: "Still an unwelcome axolotl" });
  expect(await read(id, person(site))).toBeNull();
  await setPromptHidden(site.dataSource, Number(id), false);
  expect(await person(site).query(HIDDEN, { id })).toEqual({ prompt: { hidden: false }, prompts: { totalCount: 1 } });
  expect(await setPromptHidden(site.dataSource, 1, true)).toBe(false);
});

test("a newcomer may share five prompts a day, however often they take one back", async () => {
  const newcomer = await confirmedMember(site, "Newcomer");
  const { id } = await create({}, newcomer);
  for (let times = 0; times < 5; times += 1) {
    await update(id, { shared: true }, newcomer);
    await update(id, { shared: false }, newcomer);
  }
  expect(await codeOf(newcomer, UPDATE, { promptId: id, shared: true })).toBe("RATE_LIMITED");
  for (let times = 0; times < 41; times += 1)
    expect(await codeOf(newcomer, CREATE, garden({ shared: true }))).toBe("RATE_LIMITED");
  expect(await read(id, person(site))).toBeNull();
  await create({}, newcomer);
});

test("an operation writes at most four texts, or all those of one prompt; each language of a restored version counts as a change", async () => {
  const aliases = (count: number, field: string) =>
    Array.from({ length: count }, (_, index) => `m${String(index)}: ${field}`).join(" ");
  const rename = `updatePrompt(promptId: $id, texts: { locale: EN, title: "Again" }) { problems { code } }`;
  const translate = `updatePrompt(promptId: $id, texts: [{ locale: DE }, { locale: EN }, { locale: FR }]) { problems { code } }`;
  const restore = `restorePromptRevision(promptId: $id, revision: 1) { problems { code } }`;
  const { id } = await create();
  const send = (fields: string) => codeOf(owner, `mutation ($id: ID!) { ${fields} }`, { id });
  expect(await send(aliases(4, rename))).toBeUndefined();
  expect(await send(aliases(5, rename))).toBe("QUERY_TOO_COMPLEX");
  expect(await send(restore)).toBeUndefined();
  for (const all of [
    restore,
    translate,
    `updatePrompt(promptId: $id, shared: true) { problems { code } }`,
    `undoDeletePrompt(promptId: $id) { problems { code } }`,
  ])
    expect(await send(aliases(2, all))).toBe("QUERY_TOO_COMPLEX");

  const translator = await confirmedMember(site, "Translator");
  const { id: translated } = await create({}, translator);
  await update(translated, { locale: "DE", title: "Garten", content: "Plane." }, translator);
  await update(translated, { title: "Garden" }, translator);
  const writes = async () => {
    const [row] = await site.dataSource.query<{ hits: number }[]>(
      "select hits from rate_limit where key = 'write-prompt account=' || (select id from user_account where username = 'Translator')",
    );
    return row?.hits;
  };
  expect(await writes()).toBe(2);
  await translator.query(RESTORE, { id: translated, revision: 2 });
  expect(await writes()).toBe(4);
});

test("a version that is made while it is asked for is not restored: its texts are not counted", async () => {
  const early = await confirmedMember(site, "Early");
  const { id } = await create({}, early);
  await update(id, { locale: "DE", title: "Garten", content: "Plane." }, early);
  const other = site.dataSource.createQueryRunner();
  await other.startTransaction();
  await other.query("select 1 from prompt where id = $1 for update", [id]);
  let isAnswered = false;
  const answer = early.send(RESTORE, { id, revision: 2 }).finally(() => (isAnswered = true));
  await expect.poll(async () => isAnswered || (await countLockWaiters(site.dataSource)) === 1).toBe(true);
  await other.query(
    `insert into prompt_revision (prompt_id, number, source_locale, tag_ids, languages, created_at)
     select prompt_id, 2, source_locale, tag_ids, languages, created_at from prompt_revision where prompt_id = $1 and number = 1`,
    [id],
  );
  await other.commitTransaction();
  await other.release();
  expect((await answer).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
});

test.each(["createPrompt", "updatePrompt", "restorePromptRevision", "deletePrompt", "undoDeletePrompt"])(
  "a session or an API token that ends during the request cannot complete %s",
  async (name) => {
    const OPERATIONS: Record<string, string> = {
      createPrompt: `mutation { createPrompt(texts: { locale: EN, title: "Late", content: "Late" }) { prompt { id } } }`,
      updatePrompt: `mutation ($id: ID!) { updatePrompt(promptId: $id, texts: { locale: EN, title: "Late" }) { prompt { id } } }`,
      restorePromptRevision: `mutation ($id: ID!) { restorePromptRevision(promptId: $id, revision: 1) { prompt { id } } }`,
      deletePrompt: `mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }`,
      undoDeletePrompt: `mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { prompt { id } } }`,
    };
    const operation = OPERATIONS[name] ?? "";
    const username = `Late-${name}`;
    const victim = await confirmedMember(site, username);
    const { id } = await create({}, victim);
    await update(id, { locale: "DE", title: "Garten", content: "Plane." }, victim);
    if (name === "undoDeletePrompt") await victim.query(DELETE, { id });
    const token = await withToken(victim, "WRITE");
    const stateOf = () =>
      site.dataSource.query<unknown[]>(
        `select p.id, p.updated_at, p.deleted_at, count(*) from prompt p join prompt_text t on t.prompt_id = p.id
         where p.author_id = (select id from user_account where username = $1) group by p.id order by p.id`,
        [username],
      );
    const before = await stateOf();
    const answers = await changeUnderneath(
      site.dataSource,
      username,
      () => [victim.send(operation, { id }), site.send(operation, { id }, token)],
      async (manager, userId) => {
        await manager.query("delete from session where user_id = $1", [userId]);
        await manager.query("delete from api_token where user_id = $1", [userId]);
      },
    );
    expect(answers.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual(["UNAUTHENTICATED", "UNAUTHENTICATED"]);
    expect(await stateOf()).toEqual(before);
  },
);

test("marks that an invisible or a control character keeps apart are refused, and none is normalized again", async () => {
  for (const hidden of ["\u007f", "\u00ad", "\u200d"]) {
    const content = `a${`${"\u0301".repeat(15)}${"\u0316".repeat(15)}${hidden}`.repeat(2)}`;
    const { createPrompt } = await owner.query<{ createPrompt: Result }>(CREATE, garden({ content }));
    expect(createPrompt.problems).toEqual([{ code: "INVALID_CHARACTERS", field: "texts.0.content", limit: null }]);
  }
});

test("a title and a text have something to see, and a title does not turn around what follows", async () => {
  const problemsOf = async (changes: object) =>
    (await owner.query<{ createPrompt: Result }>(CREATE, garden(changes))).createPrompt.problems;
  for (const blank of ["\u200b\u2060", "\u2800", "\u3164", " \u00ad "]) {
    expect(await problemsOf({ title: blank, content: blank })).toMatchObject([
      { code: "REQUIRED", field: "texts.0.title" },
      { code: "REQUIRED", field: "texts.0.content" },
    ]);
  }
  const { text } = await create({ title: "\u202eGarden\u2066", content: "🌱" });
  expect(text).toMatchObject({ title: "Garden", content: "🌱" });
});

test("a READ token reads one's own prompts, a WRITE token changes them", async () => {
  const { id } = await create({ title: "By program" });
  const [reader, writer] = [await withToken(owner, "READ"), await withToken(owner, "WRITE")];
  expect((await site.send(READ, { id }, reader)).data).toMatchObject({ prompt: { id, viewerCanEdit: false } });
  expect((await site.send(MINE, {}, reader)).data).toMatchObject({
    viewer: { prompts: { totalCount: expect.any(Number) as number } },
  });
  const change = { promptId: id, ...withText({ title: "Changed by program" }) };
  expect((await site.send(UPDATE, change, reader)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  expect((await site.send(UPDATE, change, writer)).data).toMatchObject({ updatePrompt: { prompt: { id } } });
});

test("a text has at most 200 blanks, and none repeats a long label or default", async () => {
  const problemsOf = async (content: string) =>
    (await owner.query<{ createPrompt: Result }>(CREATE, garden({ content }))).createPrompt.problems;
  expect(await problemsOf("{{a}} ".repeat(201))).toEqual([
    { code: "TOO_MANY", field: "texts.0.content.blanks", limit: 200 },
  ]);
  for (const braces of ["\\{{".repeat(1001), "{{ }}".repeat(1001)])
    expect(await problemsOf(`a${braces}`)).toEqual([
      { code: "TOO_MANY", field: "texts.0.content.blanks", limit: 1000 },
    ]);
  expect(await problemsOf(`a${"\\{{".repeat(1000)}`)).toEqual([]);
  for (const long of [`{{a|${"x".repeat(301)}}}`, `{{a:${"x".repeat(301)}}}`])
    expect(await problemsOf(long)).toEqual([{ code: "TOO_LONG", field: "texts.0.content.blanks", limit: 300 }]);
  expect(await problemsOf(`${"{{a}} ".repeat(199)}{{b|${"x".repeat(300)}}}`)).toEqual([]);
});

test("the newest hundred versions are kept, each with the texts that it had", async () => {
  const writer = await confirmedMember(site, "Reviser");
  const { id } = await create({ title: "Version 0" }, writer);
  await update(id, { locale: "DE", title: "Deutsch 0", content: "Text" }, writer);
  for (let number = 1; number <= 104; number += 1) await update(id, { title: `Version ${number}` }, writer);
  const VERSIONS = `query ($id: ID!) { prompt(id: $id) { history(first: 100) { totalCount nodes { number en: text(locale: EN) { title } de: text(locale: DE) { locale title } } } } }`;
  interface Version {
    number: number;
    en: { title: string };
    de: { locale: string; title: string };
  }
  const { prompt } = await writer.query<{ prompt: { history: { totalCount: number; nodes: Version[] } } }>(VERSIONS, {
    id,
  });
  expect(prompt.history.totalCount).toBe(100);
  for (const { number, en, de } of prompt.history.nodes) {
    // The first two versions were the one before the German text, and the one with it.
    expect([en.title, de]).toEqual([`Version ${number - 2}`, { locale: "DE", title: "Deutsch 0" }]);
  }
  expect(await site.dataSource.query("select 1 from prompt_revision_text where prompt_id = $1", [id])).toHaveLength(
    100,
  );
});

test("sharing a deleted prompt whose deletion is undone meanwhile counts as sharing", async () => {
  const newcomer = await confirmedMember(site, "Sneaker");
  const { id } = await create({}, newcomer);
  await newcomer.query(DELETE, { id });
  await site.dataSource.query("delete from rate_limit where key like 'share-prompt%'");
  await newcomer.send(UPDATE, { promptId: id, shared: true });
  expect(await site.dataSource.query("select 1 from rate_limit where key like 'share-prompt%'")).toHaveLength(1);
});

test("the histories of many prompts take as many statements as that of one", async () => {
  const writer = await confirmedMember(site, "Historian");
  for (let count = 0; count < 4; count += 1) {
    const { id } = await create({}, writer);
    for (let number = 0; number <= count; number += 1) await update(id, { title: `Version ${number}` }, writer);
  }
  interface Listed {
    viewer: { prompts: { nodes: { history: { totalCount: number; nodes: { number: number }[] } }[] } };
  }
  const list = (first: number) =>
    writer.query<Listed>(
      `query ($first: Int) { viewer { prompts(locale: EN, first: $first) { nodes { history(first: 2) { totalCount nodes { number changes text(locale: EN) { title } } } } } } }`,
      { first },
    );
  const { viewer } = await list(4);
  const histories = viewer.prompts.nodes.map(({ history: { totalCount, nodes } }) => [
    totalCount,
    nodes.map((node) => node.number),
  ]);
  expect(histories).toEqual([
    [4, [4, 3]],
    [3, [3, 2]],
    [2, [2, 1]],
    [1, [1]],
  ]);
  const statements = async (first: number) =>
    (await statementsOf(() => list(first))).map((text) => text.replace(/\d+/g, "#"));
  expect(await statements(4)).toEqual(await statements(1));
});
