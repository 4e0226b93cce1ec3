import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertUsers } from "../server/platform/testing/community";
import { inSiteDatabase, joinSiteDatabase } from "../server/platform/testing/site-database";
import { createPromptOperation, updatePromptOperation, withText } from "./prompt-operations";
import { type RunningSite, startSite } from "./site";

const MEMBERS = 20;
const WRITERS = 200;
/** The site is killed once it has acknowledged this many writes, with a write of each writer still under way. */
const ACKNOWLEDGED = WRITERS * 1.5;

let site: RunningSite;
let restarted: RunningSite | undefined;

beforeAll(async () => {
  site = await startSite();
  await changeDatabase(async (dataSource) => {
    const users = await insertUsers(
      dataSource,
      Array.from({ length: MEMBERS }, (_, member) => `Writer-${member}`),
    );
    await dataSource.query(
      `insert into account (user_id, username_skeleton, email, email_key, email_confirmed_at, locale, terms_accepted_at)
       select id, 'writer' || id, id || '@example.org', id || '@example.org', now(), 'en', now() from unnest($1::bigint[]) as id`,
      [users],
    );
    await dataSource.query(
      "insert into api_token (user_id, name, scope, token_hash) select id, 'test', 'WRITE', hash from unnest($1::bigint[], $2::bytea[]) as t (id, hash)",
      [users, users.map((_, member) => createHash("sha256").update(tokenOf(member)).digest())],
    );
  });
});
afterAll(async () => {
  await restarted?.stop();
  await site.stop();
});

function tokenOf(member: number): string {
  return `polyprompt_of_writer_${member}`;
}

/** With a connection that does not outlive the change: it would bring the killed database back. */
async function changeDatabase<T>(work: Parameters<typeof inSiteDatabase<T>>[1]): Promise<T> {
  const database = await joinSiteDatabase(site.dataDir);
  try {
    return await inSiteDatabase(database.url, work);
  } finally {
    await database.leave();
  }
}

async function send<Data>(at: RunningSite, member: number, network: number, query: string, variables = {}) {
  const response = await fetch(`${at.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${tokenOf(member)}`,
      "x-forwarded-for": `10.201.${network}.1`,
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown };
  if (errors || !data) throw new Error(JSON.stringify(errors));
  return data;
}

const CREATE = createPromptOperation("prompt { id } problems { code }", "write");
const UPDATE = updatePromptOperation("prompt { id } problems { code }", "write");
const DELETE = `mutation ($id: ID!) { write: deletePrompt(promptId: $id) { problems { code } } }`;

/** What a writer knows: its prompt, and which version of it was written. Null: it has none. */
type Known = { id: string; version: number } | null;

interface Writer {
  number: number;
  acknowledged: Known;
  /** What it asked for and got no answer to; the number of a new prompt is not known. */
  pending: Known | undefined;
}

/** Versions have one text until the third, which is also in German. */
const GERMAN_FROM = 3;

function wordsOf({ number }: Writer, version: number) {
  return {
    title: `Writer ${number}, version ${version}`,
    content: `Version ${version} by writer ${number}.`,
    remark: `Remark ${version}`,
    tags: [version % 2 === 0 ? "code" : "write"],
  };
}

/** A third of the writers deletes each prompt at once, a third after the German text, a third keeps changing one. */
async function writeUntilKilled(writer: Writer, onAcknowledged: () => void): Promise<void> {
  const { number } = writer;
  const mutate = async (next: Known, query: string, variables: object) => {
    writer.pending = next;
    const answer = await send<{ write: { prompt?: { id: string } | null; problems: unknown[] } }>(
      site,
      number % MEMBERS,
      number,
      query,
      variables,
    );
    expect(answer.write.problems).toEqual([]);
    writer.acknowledged = next && { ...next, id: answer.write.prompt?.id ?? next.id };
    writer.pending = undefined;
    onAcknowledged();
  };
  const lifetime = [0, GERMAN_FROM, Infinity][number % 3] ?? 0;
  for (;;) {
    const prompt = writer.acknowledged;
    if (!prompt) {
      const first = { ...wordsOf(writer, 0), shared: number % 2 === 0 };
      await mutate({ id: "", version: 0 }, CREATE, withText(first));
    } else if (prompt.version >= lifetime) {
      await mutate(null, DELETE, { id: prompt.id });
    } else {
      const version = prompt.version + 1;
      const words = wordsOf(writer, version);
      const isGerman = version === GERMAN_FROM;
      await mutate({ id: prompt.id, version }, UPDATE, {
        promptId: prompt.id,
        ...withText(isGerman ? { ...words, locale: "DE" } : words),
      });
    }
  }
}

const FOUND = `{ viewer { prompts(locale: EN, first: 15) { nodes {
  id languages tags { slug } text(locale: EN) { title content remark } german: text(locale: DE) { locale title content remark }
  history(first: 10) { nodes { number languages tags { slug } text(locale: EN) { title } } } } } } }`;

interface FoundText {
  locale?: string;
  title: string;
  content: string;
  remark: string;
}
interface Found {
  id: string;
  languages: string[];
  tags: { slug: string }[];
  text: FoundText;
  german: FoundText;
  history: { nodes: { number: number; languages: string[]; tags: { slug: string }[]; text: { title: string } }[] };
}

/** A prompt of that version, whole. */
function wholePrompt(writer: Writer, version: number) {
  const textOf = (of: number) => {
    const { title, content, remark } = wordsOf(writer, of);
    return { title, content, remark };
  };
  const englishOf = (of: number) => (of === GERMAN_FROM ? GERMAN_FROM - 1 : of);
  const languagesOf = (of: number) => (of >= GERMAN_FROM ? ["DE", "EN"] : ["EN"]);
  const tagsOf = (of: number) => wordsOf(writer, of).tags.map((slug) => ({ slug }));
  return {
    languages: languagesOf(version),
    tags: tagsOf(version),
    text: textOf(englishOf(version)),
    german: version >= GERMAN_FROM ? { locale: "DE", ...textOf(GERMAN_FROM) } : { locale: "EN", ...textOf(version) },
    history: {
      nodes: Array.from({ length: version }, (_, index) => version - index).map((number) => ({
        number,
        languages: languagesOf(number - 1),
        tags: tagsOf(number - 1),
        text: { title: textOf(englishOf(number - 1)).title },
      })),
    },
  };
}

test("site and database are killed during many concurrent writes: every acknowledged one is there, and every prompt is whole", async () => {
  const writers = Array.from({ length: WRITERS }, (_, number): Writer => ({
    number,
    acknowledged: null,
    pending: undefined,
  }));
  let count = 0;
  let kill = () => {};
  const enough = new Promise<void>((resolve) => (kill = resolve));
  const countOne = () => {
    count += 1;
    if (count === ACKNOWLEDGED) kill();
  };
  const writing = writers.map((writer) => writeUntilKilled(writer, countOne));
  const ended = Promise.allSettled(writing);
  // A writer that ends before says why.
  await Promise.race([enough, Promise.all(writing)]);
  await site.kill();
  for (const result of await ended) expect(result.status).toBe("rejected");
  // None was refused before: each ended with an answer that never came.
  expect(writers.filter(({ pending }) => pending === undefined)).toEqual([]);

  restarted = await startSite({ sharedDataDir: site.dataDir });
  const found: Found[] = [];
  for (let member = 0; member < MEMBERS; member += 1) {
    const { viewer } = await send<{ viewer: { prompts: { nodes: Found[] } } }>(restarted, member, member, FOUND);
    found.push(...viewer.prompts.nodes);
  }
  for (const writer of writers) {
    const { number, acknowledged, pending } = writer;
    const own = found.filter(({ text }) => text.title.startsWith(`Writer ${number},`));
    const outcomes = [acknowledged, pending ?? null].map((known) => known && wholePrompt(writer, known.version));
    expect(own.length).toBeLessThanOrEqual(1);
    const [prompt] = own;
    if (acknowledged && prompt) expect(prompt.id).toBe(acknowledged.id);
    expect(outcomes).toContainEqual(prompt ? { ...prompt, id: undefined } : null);
  }
  expect(found.length).toBeGreaterThan(0);

  const drifted = await changeDatabase((dataSource) =>
    dataSource.query<unknown[]>(
      `select 'tag' as kind, id from tag where prompt_count <> (select count(*) from prompt where listed and tag_ids @> array[tag.id])
       union all select 'user', id from user_account u where prompt_count <> (select count(*) from prompt where listed and author_id = u.id)
       union all select 'prompt without text', id from prompt p where not exists (select 1 from prompt_text where prompt_id = p.id)`,
    ),
  );
  expect(drifted).toEqual([]);
});
