import { type DocumentNode, parse, print, separateOperations } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COPY_QUERIES } from "../../../contract/copy-queries";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, person, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { closeAccount, reopenAccount } from "../account";
import { setPromptHidden } from "../moderation";

/** Whoever keeps a copy of all public prompts brings it up to date by what changed and what was removed. */

let site: TestApp;
let author: TestBrowser;
/** Their prompts by what happens to them. */
const prompts = new Map<string, string>();

const KINDS = ["edited", "translated", "cut", "tagged", "hidden", "unshared", "deleted", "undone", "voted"];
const PRIVATE = ["shared late", "secret"];

const idOf = (username: string) =>
  site.dataSource
    .query<{ id: string }[]>("select id from user_account where username = $1", [username])
    .then(([row]) => row?.id ?? "");
const numberOf = (kind: string) => prompts.get(kind) ?? "";

async function share(username: string, kinds: readonly string[], shared = true): Promise<void> {
  const authorId = await idOf(username);
  const ids = await insertPrompts(
    site.dataSource,
    kinds.map((kind) => ({
      authorId,
      shared,
      texts: [
        { locale: "en" as const, title: kind, content: `It is ${kind}.` },
        { locale: "fr" as const, title: kind, content: `C'est ${kind}.` },
      ],
    })),
  );
  for (const [index, kind] of kinds.entries()) prompts.set(kind, String(ids[index]));
}

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  await confirmedMember(site, "Closed");
  await confirmedMember(site, "Leaving");
  await share("Author", KINDS);
  await share("Author", PRIVATE, false);
  await share("Closed", ["closed one", "closed two"]);
  await share("Leaving", ["left one", "left two"]);
});
afterAll(async () => {
  await site.close();
});

interface Kept {
  id: string;
  tags: { slug: string }[];
  texts: { locale: string; title: string; remark: string | null; content: string }[];
}
interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const told = separateOperations(parse(COPY_QUERIES));

/** A query of the schema's description, as it stands, or with other pages. */
function operation(name: "Copy" | "Removed", first?: number): string {
  const query = print(told[name] as DocumentNode);
  return first === undefined ? query : query.replace(/first: \d+/, `first: ${String(first)}`);
}

async function readAll<Node>(query: string, variables: object): Promise<Node[]> {
  const found: Node[] = [];
  for (let after: string | null = null; ;) {
    const answer = await person(site).query<Record<string, Page<Node>>>(query, { ...variables, after });
    const [page] = Object.values(answer) as [Page<Node>];
    found.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return found;
    after = page.pageInfo.endCursor;
  }
}

const crawl = async () =>
  new Map((await readAll<Kept>(operation("Copy"), {})).map((prompt) => [prompt.id, prompt] as const));

/** Five minutes before now. */
async function overlapping(): Promise<string> {
  const [row] = await site.dataSource.query<{ since: Date }[]>("select now() - interval '5 minutes' as since");
  return row?.since.toISOString() ?? "";
}

/** A copy, which knows no more than the schema's description. */
class Copy {
  private constructor(
    private readonly prompts: Map<string, Kept>,
    private since: string,
  ) {}

  static async of(): Promise<Copy> {
    const since = await overlapping();
    return new Copy(await crawl(), since);
  }

  /** @returns the prompts that were read anew, and those that were deleted */
  async synchronize(): Promise<{ changed: string[]; removed: string[] }> {
    const [{ since }, next] = [this, await overlapping()];
    const changed = await readAll<Kept>(operation("Copy", 3), { since });
    const removed = await readAll<{ promptId: string }>(operation("Removed", 2), { since });
    for (const prompt of changed) this.prompts.set(prompt.id, prompt);
    for (const { promptId } of removed) this.prompts.delete(promptId);
    this.since = next;
    return { changed: changed.map(({ id }) => id), removed: removed.map(({ promptId }) => promptId) };
  }

  async expectToBeComplete(): Promise<void> {
    // `daysLater` moves the times of what was read already.
    const sorted = (map: Map<string, Kept>) =>
      [...map.values()]
        .map((prompt) => ({ ...prompt, updatedAt: null }))
        .sort((one, other) => Number(one.id) - Number(other.id));
    expect(sorted(this.prompts)).toEqual(sorted(await crawl()));
  }
}

/** As if all that has happened so far had been days ago. */
async function daysLater(): Promise<void> {
  await site.dataSource.query(
    "update prompt set created_at = created_at - interval '9 d', updated_at = updated_at - interval '9 d'",
  );
  await site.dataSource.query("update removed_prompt set removed_at = removed_at - interval '9 d'");
  await site.dataSource.query("delete from rate_limit");
}

const update = (kind: string, input: object) =>
  author.query(updatePromptOperation("problems { code }"), { promptId: numberOf(kind), ...withText(input) });
const remove = (kind: string) =>
  author.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }", { id: numberOf(kind) });
const bringBack = (kind: string) =>
  author.query("mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { problems { code } } }", { id: numberOf(kind) });
const removeText = (kind: string, locale: string) => update(kind, { removedLocales: [locale] });
const hide = (kind: string, hidden: boolean) => setPromptHidden(site.dataSource, Number(numberOf(kind)), hidden);
const setClosed = async (username: string, closed: boolean) => {
  const id = await idOf(username);
  await site.dataSource.transaction((manager) => (closed ? closeAccount(manager, id) : reopenAccount(manager, id)));
};

test("after each run the copy is what a fresh one would be, and only what changed was read", async () => {
  await daysLater();
  const copy = await Copy.of();
  const numbers = (kinds: readonly string[]) => kinds.map(numberOf).toSorted();
  const rounds: [name: string, changes: () => Promise<unknown>, changed: string[], removed: string[]][] = [
    ["nothing", () => Promise.resolve(), [], []],
    [
      "texts and tags change, and counters",
      async () => {
        await update("edited", { title: "Edited", remark: "Often" });
        await update("translated", { locale: "DE", title: "Übersetzt", content: "Es ist übersetzt." });
        await removeText("cut", "FR");
        await update("tagged", { tags: ["write", "code"] });
        await update("secret", { title: "Still secret" });
        await author.query("mutation ($id: ID!) { recordCopy(promptId: $id) { problems { code } } }", {
          id: numberOf("voted"),
        });
      },
      ["edited", "translated", "cut", "tagged"],
      [],
    ],
    [
      "what was public goes, and what never was is not told of",
      async () => {
        await update("unshared", { shared: false });
        await remove("deleted");
        await remove("secret");
        await hide("hidden", true);
        await setClosed("Closed", true);
        await site.dataSource.query("delete from user_account where username = 'Leaving'");
        await site.dataSource.query("delete from prompt where id = 6");
        prompts.set("library", "6");
      },
      [],
      ["unshared", "deleted", "hidden", "closed one", "closed two", "left one", "left two", "library"],
    ],
    [
      "what was gone comes back, and what was written long ago is shared",
      async () => {
        await update("shared late", { shared: true });
        await update("unshared", { shared: true });
        await hide("hidden", false);
        await setClosed("Closed", false);
        await site.dataSource.query("insert into prompt (id, origin, source_locale) values (6, 'LIBRARY', 'en')");
        await site.dataSource.query(
          "insert into prompt_text (prompt_id, locale, title, content, search, search_version) values (6, 'en', 'T', 'C', '', 1)",
        );
      },
      ["shared late", "unshared", "hidden", "closed one", "closed two", "library"],
      [],
    ],
    [
      "what goes and comes back within an hour is read anew, what comes and goes deleted",
      async () => {
        await remove("undone");
        await bringBack("undone");
        await update("unshared", { shared: false });
        await update("unshared", { shared: true });
        await hide("hidden", true);
        await hide("hidden", false);
        await hide("hidden", true);
        await update("edited", { title: "Edited again" });
        await remove("edited");
      },
      ["undone", "unshared"],
      ["hidden", "edited"],
    ],
    [
      "what is deleted for good stays deleted",
      () => site.dataSource.query("delete from prompt where deleted_at is not null"),
      [],
      [],
    ],
  ];
  for (const [name, changes, changed, removed] of rounds) {
    await changes();
    const done = await copy.synchronize();
    expect({ changed: done.changed.toSorted(), removed: done.removed.toSorted() }, name).toEqual({
      changed: numbers(changed),
      removed: numbers(removed),
    });
    await copy.expectToBeComplete();
    await daysLater();
  }
});

test("a number and a moment are told, the earliest first, and counted", async () => {
  const { removedPrompts } = await person(site).query<{
    removedPrompts: { totalCount: number; nodes: { promptId: string; removedAt: string }[] };
  }>(`{ removedPrompts(since: "0000-01-01T00:00:00Z", first: 100) { totalCount nodes { promptId removedAt } } }`);
  const { totalCount, nodes } = removedPrompts;
  expect(totalCount).toBe(nodes.length);
  expect(nodes.map(({ promptId }) => promptId).toSorted()).toEqual(
    ["deleted", "hidden", "edited", "left one", "left two"].map(numberOf).toSorted(),
  );
  expect(nodes.map(({ removedAt }) => removedAt)).toEqual(nodes.map(({ removedAt }) => removedAt).toSorted());
  const later = await person(site).query<{ removedPrompts: { totalCount: number } }>(
    `query ($since: DateTime!) { removedPrompts(since: $since) { totalCount } }`,
    { since: nodes.at(-1)?.removedAt ?? "" },
  );
  expect(later.removedPrompts.totalCount).toBe(1);
});
