import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { communityFeedPath } from "../contract/feeds";
import type { PageRenderer } from "../contract/page-renderer";
import { LOCALE_CODES, type Locale, localePath } from "../contract/locales";
import { setPromptHidden } from "./features/moderation";
import { projectRoot } from "./platform/config/project-root";
import { sample } from "./platform/testing/deep";
import { confirmedMember, person, type TestBrowser, withToken } from "./platform/testing/member";
import { createPromptOperation, withText } from "./platform/testing/own-prompts";
import { createTestApp, statementsOf, type TestApp } from "./platform/testing/test-app";

/** Words that no other prompt has; one of three letters, for which no search looks for others that may be meant. */
const TITLE = "Zyx almanac";
const WORD = "zyx";

let site: TestApp;
let owner: TestBrowser;
let other: TestBrowser;
let token: { authorization: string };
/** A public prompt of somebody else, which is the neighbour of those of the owner, and related to them. */
let neighbor: string;

/** With the production build of the pages, which the test command has brought up to date. */
beforeAll(async () => {
  const file = pathToFileURL(join(projectRoot(), "dist/server/entry.server.js")).href;
  const { renderer } = (await import(/* @vite-ignore */ file)) as { renderer: PageRenderer };
  site = await createTestApp({}, { renderer, keepsPages: true });
  await site.dataSource.query(
    "with created as (insert into tag (slug) values ('amphibians') returning id) insert into tag_text select id, 'en', 'Amphibians', 'Of newts.' from created",
  );
  owner = await confirmedMember(site, "Zoologist");
  other = await confirmedMember(site, "Bystander");
  token = await withToken(other, "READ");
  neighbor = await create(other, { title: "Newt notes", shared: true });
});
afterAll(async () => {
  await site.close();
});

let created = 0;
async function create(by: TestBrowser, changes: object): Promise<string> {
  created += 1;
  const { createPrompt } = await by.query<{ createPrompt: { prompt: { id: string } | null; problems: object[] } }>(
    createPromptOperation("prompt { id } problems { code field }"),
    withText({ content: `Say {{what}}, ${String(created)}.`, tags: ["amphibians"], ...changes }),
  );
  if (!createPrompt.prompt) throw new Error(JSON.stringify(createPrompt.problems));
  return createPrompt.prompt.id;
}

const share = (id: string, shared: boolean) =>
  owner.query(
    "mutation ($id: ID!, $shared: Boolean) { updatePrompt(promptId: $id, shared: $shared) { prompt { shared } problems { code } } }",
    { id, shared },
  );
const remove = (id: string) =>
  owner.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }", { id });
const undo = (id: string) =>
  owner.query("mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { prompt { id } } }", { id });
async function hide(id: string, hidden: boolean): Promise<void> {
  await setPromptHidden(site.dataSource, Number(id), hidden);
  // By another process, of which this one hears; mutations wait for that.
  await person(site).query("mutation { logout { accepted } }");
}

const LISTS = `query ($id: ID!, $neighbor: ID!, $word: String) {
  byNumber: prompt(id: $id) { id }
  byNumbers: promptsByIds(ids: [$id, "1"]) { id }
  found: prompts(locale: EN, filter: { query: $word }) { totalCount nodes { id } }
  foundNewest: prompts(locale: BN, filter: { query: $word }, orderBy: { field: ID, direction: DESC }) { totalCount nodes { id } }
  newest: prompts(locale: EN, first: 1, orderBy: { field: ID, direction: DESC }) { totalCount nodes { id } }
  ofMembers: prompts(locale: EN, filter: { origin: COMMUNITY }) { totalCount nodes { id } }
  tagged: prompts(locale: EN, filter: { tags: ["amphibians"] }) { totalCount nodes { id } }
  inLanguage: prompts(locale: EN, filter: { locale: EN, origin: COMMUNITY }) { totalCount nodes { id } }
  byAuthor: prompts(locale: EN, filter: { author: "Zoologist" }) { totalCount nodes { id } }
  related: prompt(id: $neighbor) { related(first: 12) { id } }
  next: prompt(id: $neighbor) { next { id } }
}`;
const COUNTS = `query {
  author: user(username: "Zoologist") { promptCount prompts { totalCount nodes { id } } }
  authors: users { totalCount nodes { username promptCount } }
  tags(first: 100) { nodes { slug promptCount libraryPromptCount } }
}`;

let changes = 0;
/** Kept pages may get new related prompts a minute late, but not after a change of what they show. */
async function changeNeighbor(): Promise<void> {
  changes += 1;
  await other.query(
    "mutation ($id: ID!, $title: String) { updatePrompt(promptId: $id, texts: { locale: EN, title: $title }) { prompt { id } } }",
    { id: neighbor, title: `Newt notes ${changes}` },
  );
}

/** Everything that the public sees of members' prompts by the API, as the sender sees it. */
async function apiView(
  id: string,
  send: (query: string, variables?: object) => Promise<{ data: object; errors?: object[] }>,
) {
  const answers = [await send(LISTS, { id, neighbor, word: WORD }), await send(COUNTS)];
  for (const { errors } of answers) expect(errors).toBeUndefined();
  return Object.assign({}, ...answers.map(({ data }) => data)) as Record<string, unknown>;
}

/** The pages that show a shared prompt: its own, the related one's, and that of a search. */
function pages(id: string, locales: readonly Locale[]): string[] {
  return locales.flatMap((locale) =>
    [`/prompt/${id}`, `/prompt/${neighbor}`, `/?q=${WORD}`].map((path) => localePath(locale, path)),
  );
}

/** Which of these pages, and whether the sitemap and the feeds, name the prompt. */
async function pageView(id: string, locales: readonly Locale[]): Promise<Record<string, boolean>> {
  const view: Record<string, boolean> = {};
  for (const path of pages(id, locales)) view[path] = (await site.app.inject(path)).body.includes(TITLE);
  for (const tag of [undefined, "amphibians"]) {
    const path = communityFeedPath("en", tag);
    view[path] = (await site.app.inject(path)).body.includes(TITLE);
  }
  view["sitemap"] = (await site.app.inject("/sitemap-0.xml")).body.includes(`/prompt/${id}<`);
  return view;
}

async function publicView(id: string, locales: readonly Locale[], names: readonly string[]) {
  const senders: Record<string, Parameters<typeof apiView>[1]> = {
    visitor: (query: string, variables = {}) => person(site).send(query, { ...variables }),
    "another member": (query: string, variables = {}) => other.send(query, { ...variables }),
    "another member's token": (query: string, variables = {}) => site.send(query, { ...variables }, token),
  };
  const api: Record<string, Record<string, unknown>> = {};
  for (const name of names) {
    const send = senders[name];
    if (!send) throw new Error(name);
    api[name] = await apiView(id, send);
  }
  return { api, pages: await pageView(id, locales) };
}

type Change = (id: string) => Promise<unknown>;

describe("a shared prompt is gone from everything public, kept pages too, as if it had never been shared,", () => {
  test.each<[string, Change, Change, readonly Locale[], readonly string[]]>([
    [
      "is not shared any more",
      (id) => share(id, false),
      (id) => share(id, true),
      sample(LOCALE_CODES, 2),
      ["visitor", "another member", "another member's token"],
    ],
    ["is deleted", remove, undo, ["ar"], ["visitor"]],
    ["is hidden by the operator", (id) => hide(id, true), (id) => hide(id, false), ["zh"], ["visitor"]],
  ])("when it %s, and comes back whole", async (_, takeAway, bringBack, locales, senders) => {
    const id = await create(owner, { title: TITLE });
    const without = await publicView(id, locales, senders);
    expect(Object.values(without.pages)).not.toContain(true);
    await share(id, true);
    await changeNeighbor();
    // What is new in a list may be a second late; what is taken away is not.
    const isNamed = async () => Object.values(await pageView(id, locales)).every((names) => names);
    await expect.poll(isNamed).toBe(true);
    const shown = await publicView(id, locales, senders);
    expect(Object.entries(shown.pages).filter(([, names]) => !names)).toEqual([]);
    for (const [sender, view] of Object.entries(shown.api)) {
      for (const [name, value] of Object.entries(view))
        expect([sender, name, value]).not.toEqual([sender, name, without.api[sender]?.[name]]);
    }
    await takeAway(id);
    expect(await publicView(id, locales, senders)).toEqual(without);
    await bringBack(id);
    await changeNeighbor();
    await expect.poll(isNamed).toBe(true);
    expect(await publicView(id, locales, senders)).toEqual(shown);
    await share(id, false);
    await remove(id);
  });
});

describe("nobody else can tell a prompt that they may not see from one that does not exist, by what the database is asked:", () => {
  const UNKNOWN = "999999";
  const OPERATIONS: Record<string, string> = {
    prompt: `query ($id: ID!) { prompt(id: $id) { id text(locale: EN) { title } history { totalCount } related { id } } }`,
    promptsByIds: `query ($id: ID!) { promptsByIds(ids: [$id, "1"]) { id tags { slug } author { username } } }`,
    updatePrompt: `mutation ($id: ID!) { updatePrompt(promptId: $id, texts: { locale: EN, title: "Mine" }, shared: true) { prompt { id } } }`,
    restorePromptRevision: `mutation ($id: ID!) { restorePromptRevision(promptId: $id, revision: 1) { prompt { id } } }`,
    deletePrompt: `mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }`,
    undoDeletePrompt: `mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { prompt { id } } }`,
    recordCopy: `mutation ($id: ID!) { recordCopy(promptId: $id) { prompt { id } } }`,
  };
  const secrets: Record<string, string> = {};

  beforeAll(async () => {
    const make = () => create(owner, { title: "Secret" });
    Object.assign(secrets, { private: await make(), deleted: await make(), hidden: await make() });
    await remove(secrets["deleted"] ?? "");
    await share(secrets["hidden"] ?? "", true);
    await hide(secrets["hidden"] ?? "", true);
    // The first copy of a day makes the day's secret.
    await person(site).query(`mutation { recordCopy(promptId: "1") { prompt { id } } }`);
  });

  test.each(Object.keys(OPERATIONS))("%s", async (name) => {
    const query = OPERATIONS[name] ?? "";
    const senders = {
      visitor: (variables: object) => person(site).send(query, { ...variables }),
      "another member": (variables: object) => other.send(query, { ...variables }),
      "another member's token": (variables: object) => site.send(query, { ...variables }, token),
    };
    for (const [sender, send] of Object.entries(senders)) {
      const ask = async (id: string) => {
        let answer: object = {};
        const statements = await statementsOf(async () => {
          const { data, errors } = await send({ id });
          answer = { data, errors };
        });
        return { sender, statements, answer };
      };
      const unknown = await ask(UNKNOWN);
      for (const [kind, id] of Object.entries(secrets)) expect([kind, await ask(id)]).toEqual([kind, unknown]);
    }
  });

  test("a page", async () => {
    const ask = async (id: string) => {
      let answer = {};
      const statements = await statementsOf(async () => {
        const { statusCode, body } = await site.app.inject(`/en/prompt/${id}`);
        answer = { statusCode, body };
      });
      return { statements, answer };
    };
    const unknown = await ask(UNKNOWN);
    expect(unknown.statements.length).toBeGreaterThan(0);
    for (const [kind, id] of Object.entries(secrets)) expect([kind, await ask(id)]).toEqual([kind, unknown]);
  });
});
