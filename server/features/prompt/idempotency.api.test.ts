import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmedMember, member, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { createPromptOperation, withText } from "../../platform/testing/own-prompts";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let author: TestBrowser;
let other: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  other = await member(site, "Reader");
});
afterAll(async () => {
  await site.close();
});

const FIELDS = `prompt { id shared text(locale: EN) { title content } } problems { code field limit } duplicateOf { id }`;
const CREATE = createPromptOperation(FIELDS);
const COPY = `mutation ($id: ID!, $key: String) { createPromptCopy(promptId: $id, idempotencyKey: $key) { ${FIELDS} } }`;
const DELETE = `mutation ($id: ID!) { deletePrompt(promptId: $id) { problems { code } } }`;
const UNDO = `mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { prompt { id } problems { code } } }`;

interface Payload {
  prompt: { id: string; shared: boolean; text: { title: string; content: string } } | null;
  problems: { code: string; field: string | null; limit: number | null }[];
  duplicateOf: { id: string } | null;
}

let count = 0;
const freshKey = () => `key ${(count += 1)}`;
const promptWith = (changes: object = {}) => withText({ title: "Plan", content: `Plan no. ${count}.`, ...changes });
const create = async (changes: object, by = author) =>
  (await by.query<{ createPrompt: Payload }>(CREATE, promptWith(changes))).createPrompt;
const copy = async (key: string | null, by = author, id = "1") =>
  (await by.query<{ createPromptCopy: Payload }>(COPY, { id, key })).createPromptCopy;
const countOf = async (by = author) => {
  const { viewer } = await by.query<{ viewer: { prompts: { totalCount: number } } }>(
    "{ viewer { prompts(locale: EN, first: 0) { totalCount } } }",
  );
  return viewer.prompts.totalCount;
};

test("a repeated key makes no second prompt: the answer is the first one, whatever is sent with it", async () => {
  const idempotencyKey = freshKey();
  const before = await countOf();
  const first = await create({ idempotencyKey });
  for (const changes of [{}, { title: "Another title" }, { title: "" }, { tags: ["no-tag"] }, { shared: true }])
    expect(await create({ idempotencyKey, ...changes })).toEqual(first);
  expect(first).toMatchObject({ prompt: { shared: false, text: { title: "Plan" } }, problems: [] });
  expect(await countOf()).toBe(before + 1);
  // Nobody has to give one.
  for (const none of [{}, { idempotencyKey: null }, { idempotencyKey: "" }, { idempotencyKey: "" }])
    expect((await create(none)).prompt?.id).not.toBe(first.prompt?.id);
  expect(await countOf()).toBe(before + 5);
});

test("a shared prompt is no duplicate of itself when its answer was lost", async () => {
  const idempotencyKey = freshKey();
  const first = await create({ idempotencyKey, shared: true });
  expect(first.prompt?.shared).toBe(true);
  expect(await create({ idempotencyKey, shared: true })).toEqual(first);
  expect((await create({ shared: true })).problems).toEqual([
    { code: "DUPLICATE", field: "texts.0.content", limit: null },
  ]);
});

test("a refused prompt leaves its key for the one that is right", async () => {
  const idempotencyKey = freshKey();
  expect((await create({ idempotencyKey, title: "" })).prompt).toBeNull();
  const { prompt } = await create({ idempotencyKey });
  expect(prompt).not.toBeNull();
  expect((await create({ idempotencyKey })).prompt).toEqual(prompt);
});

test("ten at once make one prompt, and so do ten copies", async () => {
  const before = await countOf();
  const [idempotencyKey, key] = [freshKey(), freshKey()];
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ idempotencyKey })));
  expect(new Set(answers.map(({ prompt }) => prompt?.id)).size).toBe(1);
  // Of one text: each request counts the texts that it may write.
  const short = (await create({ shared: true, content: "A plan to copy." }, await confirmedMember(site, "Sharer")))
    .prompt;
  const copies = await Promise.all(Array.from({ length: 10 }, () => copy(key, author, short?.id)));
  expect(new Set(copies.map(({ prompt }) => prompt?.id)).size).toBe(1);
  expect(await countOf()).toBe(before + 2);
});

test("a copy is made once, too; the next press makes another one", async () => {
  const key = freshKey();
  const first = await copy(key);
  expect(first.prompt?.id).toBeDefined();
  expect(await copy(key)).toEqual(first);
  // Even if the original is not there any more, the copy is.
  expect(await copy(key, author, "999999")).toEqual(first);
  expect((await copy(freshKey())).prompt?.id).not.toBe(first.prompt?.id);
  expect((await copy(null)).prompt?.id).not.toBe(first.prompt?.id);
});

test("the same key of another member is another one, and tells nothing", async () => {
  const idempotencyKey = freshKey();
  const mine = await create({ idempotencyKey });
  const theirs = await create({ idempotencyKey, title: "Theirs" }, other);
  expect(theirs.prompt).toMatchObject({ text: { title: "Theirs" } });
  expect(theirs.prompt?.id).not.toBe(mine.prompt?.id);
  expect((await copy(idempotencyKey, other)).prompt?.id).toBe(theirs.prompt?.id);
  expect((await create({ idempotencyKey })).prompt).toEqual(mine.prompt);
  const refused = async (by: Pick<TestBrowser, "send">, headers = {}) =>
    (await by.send(CREATE, promptWith({ idempotencyKey }), headers)).errors?.[0]?.extensions.code;
  expect(await refused(person(site))).toBe("UNAUTHENTICATED");
  expect(await refused(person(site), await withToken(author, "READ"))).toBe("FORBIDDEN");
});

test("a key has at most 64 units, and what cannot be a text is refused", async () => {
  const prompt = (await create({ idempotencyKey: "k".repeat(64) })).prompt;
  expect((await create({ idempotencyKey: "k".repeat(64) })).prompt).toEqual(prompt);
  const tooLong = [{ code: "TOO_LONG", field: "idempotencyKey", limit: 64 }];
  expect((await create({ idempotencyKey: "k".repeat(65) })).problems).toEqual(tooLong);
  expect((await copy("k".repeat(65))).problems).toEqual(tooLong);
  for (const key of ["a\0", "\ud800"])
    expect((await copy(key)).problems).toEqual([{ code: "INVALID_CHARACTERS", field: "idempotencyKey", limit: null }]);
});

test("a deleted prompt leaves its key to the next one, and can still be brought back", async () => {
  const idempotencyKey = freshKey();
  const id = (await create({ idempotencyKey })).prompt?.id;
  await author.query(DELETE, { id });
  const next = (await create({ idempotencyKey })).prompt?.id;
  expect(next).not.toBe(id);
  expect(await author.query(UNDO, { id })).toEqual({ undoDeletePrompt: { prompt: { id }, problems: [] } });
  expect((await create({ idempotencyKey })).prompt?.id).toBe(next);
});

test("a repetition costs none of what may be created", async () => {
  const idempotencyKey = freshKey();
  const first = await create({ idempotencyKey }, other);
  const used = () => site.dataSource.query<object[]>("select * from rate_limit where key like '%prompt%' order by 1");
  const before = await used();
  await create({ idempotencyKey, shared: true }, other);
  await copy(idempotencyKey, other);
  expect(await used()).toEqual(before);
  await site.dataSource.query("update rate_limit set hits = 1000000");
  expect((await create({ idempotencyKey }, other)).prompt).toEqual(first.prompt);
  expect((await other.send(CREATE, promptWith())).errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
});
