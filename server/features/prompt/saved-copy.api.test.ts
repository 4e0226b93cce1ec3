import { afterAll, beforeAll, expect, test } from "vitest";
import { textProblems } from "../../../contract/prompt-text";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, member, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { countLockWaiters } from "../../platform/testing/row-lock";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { setPromptHidden } from "../moderation";
import { sweepPrompts } from "./own-prompt.service";

let site: TestApp;
let author: TestBrowser;
let reader: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  reader = await confirmedMember(site, "Reader");
});
afterAll(async () => {
  await site.close();
});

const FIELDS = `id shared sharedAt origin author { username } locales sourceLocale favoriteCount tags { slug }
  copyOf { id text(locale: EN) { title } } text(locale: EN) { title content remark notes }`;
const SAVE = `mutation ($id: ID!) { createPromptCopy(promptId: $id) { prompt { ${FIELDS} } problems { code } } }`;
const READ = `query ($id: ID!) { prompt(id: $id) { ${FIELDS} } }`;
const UPDATE = updatePromptOperation("problems { code }");
const DELETE = `mutation ($id: ID!) { deletePrompt(promptId: $id) { problems { code } } }`;

interface Saved {
  id: string;
  copyOf: { id: string } | null;
  text: { title: string; content: string };
  tags: { slug: string }[];
}

async function saveCopy(id: string, by = reader): Promise<Saved> {
  const { createPromptCopy } = await by.query<{ createPromptCopy: { prompt: Saved | null; problems: object[] } }>(
    SAVE,
    { id },
  );
  if (!createPromptCopy.prompt) throw new Error(JSON.stringify(createPromptCopy.problems));
  return createPromptCopy.prompt;
}
const read = async (id: string, by: TestBrowser = reader) =>
  (await by.query<{ prompt: Saved | null }>(READ, { id })).prompt;
const codeOf = async (by: Pick<TestBrowser, "send">, id: string) =>
  (await by.send(SAVE, { id })).errors?.[0]?.extensions.code;
const idOf = async (username: string) => {
  const [row] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
    username,
  ]);
  return row?.id ?? "";
};
let shared = 0;
async function share(changes: { shared?: boolean } = {}): Promise<string> {
  shared += 1;
  const texts = [
    { locale: "en", title: "Plan", content: `Plan {{thing}} no. ${shared}.`, remark: "In spring" },
    { locale: "fr", title: "Projet", content: `Prévois {{chose}} no. ${shared}.`, notes: "D’un ami" },
  ] as const;
  const [id = 0] = await insertPrompts(site.dataSource, [
    { authorId: await idOf("Author"), texts, tags: ["write", "favorite"], shared: changes.shared ?? true },
  ]);
  return String(id);
}

test("a member's prompt is copied with all its texts and tags, as a private prompt of one's own that names it", async () => {
  const id = await share();
  const copy = await saveCopy(id);
  expect(copy).toMatchObject({
    shared: false,
    sharedAt: null,
    origin: "COMMUNITY",
    author: { username: "Reader" },
    locales: ["EN", "FR"],
    sourceLocale: "EN",
    favoriteCount: 0,
    tags: [{ slug: "write" }],
    copyOf: { id, text: { title: "Plan" } },
    text: { title: "Plan", content: `Plan {{thing}} no. ${shared}.`, remark: "In spring", notes: null },
  });
  const french = await reader.query(`query ($id: ID!) { prompt(id: $id) { text(locale: FR) { notes content } } }`, {
    id: copy.id,
  });
  expect(french).toEqual({ prompt: { text: { notes: "D’un ami", content: `Prévois {{chose}} no. ${shared}.` } } });
  for (const stranger of [author, person(site)]) expect(await read(copy.id, stranger)).toBeNull();

  // Later changes of the one leave the other alone; it is found by its words.
  await author.query(UPDATE, { promptId: id, ...withText({ title: "Another plan" }) });
  expect(await read(copy.id)).toMatchObject({ text: { title: "Plan" }, copyOf: { text: { title: "Another plan" } } });
  const found = await reader.query(
    `{ viewer { prompts(locale: EN, filter: { query: "thing ${shared}" }) { nodes { id } } } }`,
  );
  expect(found).toEqual({ viewer: { prompts: { nodes: [{ id: copy.id }] } } });
});

test("a prompt of the library is copied in all its languages, and can be changed like any other", async () => {
  const copy = await saveCopy("1");
  expect(copy).toMatchObject({ origin: "COMMUNITY", copyOf: { id: "1" } });
  const original = await read("1");
  expect(copy.text).toEqual(original?.text);
  const texts = await site.dataSource.query<object[]>(
    "select locale, title, content, remark, notes from prompt_text where prompt_id = $1 order by locale",
    [copy.id],
  );
  expect(texts).toHaveLength(13);
  expect(await reader.query(UPDATE, { promptId: copy.id, ...withText({ title: "Mine" }) })).toEqual({
    updatePrompt: { problems: [] },
  });
});

test("every prompt of the library keeps the rules of members' prompts, so that its copy can be changed", async () => {
  const texts = await site.dataSource.query<
    { prompt_id: number; title: string; content: string; remark: string | null; notes: string | null }[]
  >("select prompt_id, title, content, remark, notes from prompt_text where prompt_id < 1000");
  expect(texts.length).toBeGreaterThanOrEqual(278);
  expect(texts.filter((text) => textProblems(text).length > 0)).toEqual([]);
  const [most] = await site.dataSource.query<{ tags: number }[]>(
    "select max(cardinality(tag_ids)) as tags from prompt where origin = 'LIBRARY'",
  );
  expect(most?.tags).toBeLessThanOrEqual(8);
});

test("a copy is shared once its texts differ; a copy of it names the copy, also one's own", async () => {
  const first = await saveCopy(await share());
  const shareFirst = () => reader.query(UPDATE, { promptId: first.id, ...withText({ shared: true }) });
  await reader.query(UPDATE, { promptId: first.id, ...withText({ content: "Changed." }) });
  expect(await shareFirst()).toEqual({ updatePrompt: { problems: [{ code: "DUPLICATE" }] } });
  await reader.query(UPDATE, { promptId: first.id, ...withText({ locale: "FR", content: "Changé." }) });
  expect(await shareFirst()).toEqual({ updatePrompt: { problems: [] } });
  for (const somebody of [author, reader])
    expect(await saveCopy(first.id, somebody)).toMatchObject({ shared: false, copyOf: { id: first.id } });
});

test("what is not public cannot be copied, and nobody learns whether there is such a prompt", async () => {
  const unshared = await share({ shared: false });
  const hidden = await share();
  await setPromptHidden(site.dataSource, Number(hidden), true);
  const deleted = await share();
  await author.query(DELETE, { id: deleted });
  for (const id of [unshared, hidden, deleted, "999999", "0", "x", "99999999999"])
    expect([id, await codeOf(reader, id)]).toEqual([id, "NOT_FOUND"]);
  // Not even one's own.
  expect(await codeOf(author, unshared)).toBe("NOT_FOUND");
  expect(await codeOf(person(site), "1")).toBe("UNAUTHENTICATED");
  const token = await withToken(reader, "READ");
  expect((await person(site).send(SAVE, { id: "1" }, token)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
});

test("a copy tells nothing of an original that is not public any more, and forgets one that is gone", async () => {
  for (const takeAway of [
    async (id: string) => author.query(UPDATE, { promptId: id, ...withText({ shared: false }) }),
    async (id: string) => setPromptHidden(site.dataSource, Number(id), true),
    async (id: string) => author.query(DELETE, { id }),
  ]) {
    const id = await share();
    const copy = await saveCopy(id);
    // Everyone may see the copy.
    await site.dataSource.query("update prompt set shared = true where id = $1", [copy.id]);
    await author.query(UPDATE, { promptId: id, ...withText({ title: "Public plan" }) });
    expect(await read(copy.id, person(site))).toMatchObject({ copyOf: { id, text: { title: "Public plan" } } });
    await site.dataSource.query("update prompt_text set title = 'Secret plan' where prompt_id = $1", [id]);
    await takeAway(id);
    for (const somebody of [reader, person(site)]) {
      const answer = await read(copy.id, somebody);
      expect(answer).toMatchObject({ id: copy.id, copyOf: null });
      expect(JSON.stringify(answer)).not.toContain("Secret");
    }
    await site.dataSource.query("update prompt set deleted_at = now() - interval '2 minutes' where id = $1", [id]);
    await sweepPrompts(site.dataSource);
    expect(await site.dataSource.query("select copy_of from prompt where id = $1", [copy.id])).toEqual([
      { copy_of: null },
    ]);
    expect(await read(copy.id)).toMatchObject({ text: { title: "Plan" } });
  }
});

test("an original that is public again is named again", async () => {
  const id = await share();
  const copy = await saveCopy(id);
  await author.query(UPDATE, { promptId: id, ...withText({ shared: false }) });
  expect(await read(copy.id)).toMatchObject({ copyOf: null });
  await author.query(UPDATE, { promptId: id, ...withText({ shared: true }) });
  expect(await read(copy.id)).toMatchObject({ copyOf: { id } });
});

test("copies count as prompts that are created, for somebody new as well", async () => {
  const newcomer = await member(site, "Newcomer");
  const CREATE = `mutation { createPrompt(texts: { locale: EN, title: "T", content: "C" }) { problems { code } } }`;
  // Of two texts: the writes of an hour are not used up.
  const id = await share();
  for (let times = 0; times < 20; times += 1) {
    await saveCopy(id, newcomer);
    await newcomer.query(CREATE);
  }
  expect(await codeOf(newcomer, id)).toBe("RATE_LIMITED");
  expect((await newcomer.send(CREATE)).errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
  const [count] = await site.dataSource.query<{ count: number }[]>(
    "select count(*)::int as count from prompt where author_id = $1",
    [await idOf("Newcomer")],
  );
  expect(count?.count).toBe(40);
});

test("an operation makes one copy", async () => {
  const { errors } = await reader.send(
    `mutation { a: createPromptCopy(promptId: "1") { prompt { id } } b: createPromptCopy(promptId: "1") { prompt { id } } }`,
  );
  expect(errors?.[0]?.extensions.code).toBe("QUERY_TOO_COMPLEX");
});

test("while its author stops sharing it, a prompt is copied whole or not at all", async () => {
  const id = await share();
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => reader.send<{ createPromptCopy: { prompt: Saved } }>(SAVE, { id })),
    author.query(UPDATE, { promptId: id, ...withText({ shared: false }) }),
  ]);
  const copies = answers.slice(0, -1) as { data: { createPromptCopy: { prompt: Saved } } | null; errors?: unknown[] }[];
  for (const { data, errors } of copies) {
    if (errors) expect(errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
    else expect(data).toMatchObject({ createPromptCopy: { prompt: { locales: ["EN", "FR"] } } });
  }
  expect(await codeOf(reader, id)).toBe("NOT_FOUND");
});

test("while it is copied, its author unshares it and others vote, without waiting", async () => {
  const id = await share();
  // Stands for texts that take long to copy.
  await site.dataSource.query(
    `create function wait_for_test() returns trigger language plpgsql as $$
     begin perform pg_advisory_xact_lock_shared(hashtextextended('test', 0)); return new; end $$;
     create trigger wait_for_test before insert on prompt_text for each row execute function wait_for_test()`,
  );
  const holder = site.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query("select pg_advisory_xact_lock(hashtextextended('test', 0))");
  const copied = codeOf(reader, id);
  await expect.poll(() => countLockWaiters(site.dataSource)).toBe(1);
  const voted = await reader.send(`mutation ($id: ID!) { vote(promptId: $id, value: UP) { problems { code } } }`, {
    id,
  });
  expect(voted.errors).toBeUndefined();
  expect((await author.send(UPDATE, { promptId: id, ...withText({ shared: false }) })).errors).toBeUndefined();
  await holder.rollbackTransaction();
  await holder.release();
  await site.dataSource.query("drop trigger wait_for_test on prompt_text; drop function wait_for_test");
  // It was public when its texts were read.
  expect(await copied).toBeUndefined();
  expect(await codeOf(reader, id)).toBe("NOT_FOUND");
});

test("a prompt that is deleted for good while it is copied is not found", async () => {
  const id = await share();
  const holder = site.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query("delete from prompt where id = $1", [id]);
  const copied = codeOf(reader, id);
  await expect.poll(() => countLockWaiters(site.dataSource)).toBe(1);
  await holder.commitTransaction();
  await holder.release();
  expect(await copied).toBe("NOT_FOUND");
});

test("each text of a copy counts as a write: thirteen of a library's prompt", async () => {
  const copier = await member(site, "Copier");
  const userId = await idOf("Copier");
  const writes = () =>
    site.dataSource.query<{ hits: number }[]>("select hits from rate_limit where key = $1", [
      `write-prompt account=${userId}`,
    ]);
  const { locales } = (await copier.query<{ prompt: { locales: string[] } }>("{ prompt(id: 1) { locales } }")).prompt;
  await saveCopy("1", copier);
  expect(await writes()).toEqual([{ hits: locales.length }]);
  expect(locales.length).toBeGreaterThan(1);
  let copies = 1;
  while ((await codeOf(copier, "1")) === undefined) copies += 1;
  expect(copies).toBe(Math.floor(120 / locales.length));
});

test("the originals of a whole list are read by one statement", async () => {
  const collector = await confirmedMember(site, "Collector");
  const list = `{ viewer { prompts(locale: EN, first: 20) { nodes { id copyOf { id author { username } } } } } }`;
  const count = async () => (await statementsOf(() => collector.query(list))).length;
  await saveCopy(await share(), collector);
  const ofOne = await count();
  for (let times = 0; times < 6; times += 1) await saveCopy(await share(), collector);
  expect(await count()).toBe(ofOne);
  const { viewer } = await collector.query<{ viewer: { prompts: { nodes: Saved[] } } }>(list);
  expect(viewer.prompts.nodes.filter(({ copyOf }) => copyOf !== null)).toHaveLength(7);
});
