import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { rowsRead } from "../../platform/testing/rows-read";
import { recordStatements, type SentStatement } from "../../platform/testing/statements";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { languageIndexes } from "./prompt.entity";

/** Lists are read by indexes of their order: not everything that they could have is read for a page. */

let site: TestApp;
let prolific: TestBrowser;
/** Of the prolific member: the last one has most support. */
let many: number[];
let few: number[];

const FIRST = 5;

const isBengali = (index: number) => index % 10 === 0;

beforeAll(async () => {
  site = await createTestApp();
  prolific = await confirmedMember(site, "Prolific");
  const [member] = await site.dataSource.query<{ id: string }[]>(
    "select id from user_account where username = 'Prolific'",
  );
  const [terse = ""] = await insertUsers(site.dataSource, ["Terse"]);
  const authorId = member?.id ?? "";
  many = await insertPrompts(
    site.dataSource,
    Array.from({ length: 1500 }, (_, index) => ({
      authorId,
      upvotes: index,
      tags: index % 4 === 0 ? ["code"] : [],
      texts: [
        {
          locale: isBengali(index) ? ("bn" as const) : ("en" as const),
          title: index % 3 === 0 ? "Quokka" : "Another",
          content: "A quokka is in each of them.",
        },
      ],
    })),
  );
  few = await insertPrompts(
    site.dataSource,
    Array.from({ length: FIRST + 1 }, (_, index) => ({
      authorId: terse,
      upvotes: index,
      texts: [{ locale: "en" as const, title: "Quagga", content: "And a quokka." }],
    })),
  );
  // As on a site, most authors have one or two.
  const others = await insertUsers(
    site.dataSource,
    Array.from({ length: 60 }, (_, index) => `Other${String(index)}`),
  );
  await insertPrompts(
    site.dataSource,
    others.map((other) => ({
      authorId: other,
      texts: [{ locale: "en" as const, title: "Other", content: "A quokka." }],
    })),
  );
  // Nearly all prompts in Bengali would be the library's, of which a large site's list has few.
  await site.dataSource.query(
    "delete from prompt_text using prompt where id = prompt_id and origin = 'LIBRARY' and locale = 'bn'",
  );
  // At a time of its own each, the library's first.
  await site.dataSource.query("update prompt set updated_at = timestamptz '2026-01-01' + id * interval '1 minute'");
  // In the order in which they were written, as on a site: loading the library leaves room between its rows, which these would fill.
  await site.dataSource.query("cluster prompt using prompt_pk");
  await site.dataSource.query("vacuum analyze");
});
afterAll(async () => {
  await site.close();
});

const PAGE = `prompts(locale: EN, filter: $filter, orderBy: $orderBy, first: ${String(FIRST)}, after: $after) { nodes { id } pageInfo { endCursor } }`;
const VARIABLES = "query ($filter: PromptFilter, $orderBy: PromptOrder, $after: String)";

interface Page {
  nodes: { id: string }[];
  pageInfo: { endCursor: string };
}

/** A page, and how many rows its statement reads. */
async function read(variables: object): Promise<{ ids: number[]; after: string; rows: number }> {
  return measured(
    async () => (await site.query<{ prompts: Page }>(`${VARIABLES} { ${PAGE} }`, { ...variables })).prompts,
  );
}

async function readOwn(variables: object): Promise<{ ids: number[]; after: string; rows: number }> {
  return measured(async () => {
    const query = `${VARIABLES} { viewer { ${PAGE} } }`;
    return (await prolific.query<{ viewer: { prompts: Page } }>(query, { ...variables })).viewer.prompts;
  });
}

async function measured(ask: () => Promise<Page>): Promise<{ ids: number[]; after: string; rows: number }> {
  let page: Page | undefined;
  const sent = await recordStatements(async () => {
    page = await ask();
  });
  const pages = sent.filter(({ text }) => text.includes("page as materialized"));
  expect(pages).toHaveLength(1);
  const rows = await rowsRead(site.dataSource, pages[0] as SentStatement);
  return {
    ids: page?.nodes.map(({ id }) => Number(id)) ?? [],
    after: page?.pageInfo.endCursor ?? "",
    rows,
  };
}

const BY_SUPPORT = { orderBy: { field: "UPVOTE_DIFFERENCE", direction: "DESC" } };
const BY_TIME = { orderBy: { field: "SHARED_AT", direction: "DESC" } };

test("each language has indexes of its own", async () => {
  const rows = await site.dataSource.query<{ name: string }[]>(
    "select indexname as name from pg_indexes where tablename = 'prompt'",
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(LOCALE_CODES.flatMap(languageIndexes)));
});

test("a list of a language that few prompts have is read in its order", async () => {
  const bengali = many.filter((_, index) => isBengali(index)).reverse();
  for (const order of [BY_SUPPORT, BY_TIME]) {
    const first = await read({ filter: { origin: "COMMUNITY", locale: "BN" }, ...order });
    expect(first.ids).toEqual(bengali.slice(0, FIRST));
    const second = await read({ filter: { origin: "COMMUNITY", locale: "BN" }, ...order, after: first.after });
    expect(second.ids).toEqual(bengali.slice(FIRST, 2 * FIRST));
    // Each with its text, and one more, which tells that there are more.
    for (const { rows } of [first, second]) expect(rows).toBeLessThan(5 * FIRST);
  }
});

describe("what was changed last", () => {
  const LATEST = { orderBy: { field: "UPDATED_AT", direction: "DESC" } };
  const EARLIEST = { orderBy: { field: "UPDATED_AT", direction: "ASC" } };

  test.each([
    ["everywhere", {}],
    ["in the library", { origin: "LIBRARY" }],
    ["in the community", { origin: "COMMUNITY" }],
    ["by an author", { author: "Prolific" }],
    ["in a language", { locale: "EN" }],
    ["in a language that few prompts have", { locale: "BN" }],
    ["with a tag", { tags: ["code"] }],
  ])("%s is read in its order, from either end", async (_, filter) => {
    for (const order of [LATEST, EARLIEST]) {
      const first = await read({ filter, ...order });
      const second = await read({ filter, ...order, after: first.after });
      expect(new Set([...first.ids, ...second.ids]).size).toBe(2 * FIRST);
      // The library is small enough to be passed by.
      for (const { rows } of [first, second]) expect(rows).toBeLessThan(many.length / 4);
    }
  });

  test("of one's own is read in its order", async () => {
    const { ids, rows } = await readOwn({ filter: {}, ...LATEST });
    expect(ids).toEqual(many.toReversed().slice(0, FIRST));
    expect(rows).toBeLessThan(5 * FIRST);
  });

  test("since a moment is all that is read, in any order", async () => {
    const changed = [10, 20, 30].map((index) => many[index] ?? 0);
    const since = "2027-01-01T00:00:00.000Z";
    await site.dataSource.query("update prompt set updated_at = $2 where id = any($1)", [changed, since]);
    await site.dataSource.query("analyze prompt");
    for (const order of [LATEST, EARLIEST, BY_SUPPORT, { orderBy: { field: "ID", direction: "ASC" } }]) {
      const { ids, rows } = await read({ filter: { updatedSince: since }, ...order });
      expect(ids.toSorted()).toEqual(changed.toSorted());
      expect(rows).toBeLessThan(5 * FIRST);
    }
  });
});

test("a frequent word among the prompts of an author is found in the titles with most support", async () => {
  const titled = many.filter((_, index) => index % 3 === 0 && !isBengali(index)).reverse();
  const first = await read({ filter: { query: "quokka", author: "Prolific" } });
  const second = await read({ filter: { query: "quokka", author: "Prolific" }, after: first.after });
  expect([...first.ids, ...second.ids]).toEqual(titled.slice(0, 2 * FIRST));
  for (const { rows } of [first, second]) expect(rows).toBeLessThan(many.length / 4);
});

test("a frequent word among the few prompts of an author is looked for in those alone", async () => {
  for (const order of [{}, BY_SUPPORT, BY_TIME]) {
    const { ids, rows } = await read({ filter: { query: "quokka", author: "Terse" }, ...order });
    expect(ids).toEqual(few.toReversed().slice(0, FIRST));
    expect(rows).toBeLessThan(100);
  }
});

test("a rare word, sorted by support, is looked for in the index alone", async () => {
  const { ids, rows } = await read({ filter: { query: "quagga" }, ...BY_SUPPORT });
  expect(ids).toEqual(few.toReversed().slice(0, FIRST));
  expect(rows).toBeLessThan(100);
});

describe("beside many prompts, of which PostgreSQL could make a list first, those that are concerned are looked up alone", () => {
  const THREADS = 3000;
  /** Of what is unread, a hundred are counted. */
  const FEW = 200;

  beforeAll(async () => {
    await site.dataSource.query("update account set is_moderator = true");
    await site.dataSource.query(
      `insert into comment (prompt_id, author_id, body, html, html_version)
       select $1, (select id from user_account where username = 'Terse'), 'a', '{a}', 1 from generate_series(1, $2)`,
      [few[0], THREADS],
    );
    await site.dataSource.query(
      `insert into notification (user_id, kind, comment_id)
       select (select id from user_account where username = 'Prolific'), 'MENTION', id from comment`,
    );
    await site.dataSource.query(
      "insert into moderation_case (comment_id, report_count, newcomer_count, opened_at) select id, 1, 0, now() from comment",
    );
    await site.dataSource.query("vacuum analyze");
  });

  test.each([
    ["the comments of a prompt", "($id: ID!) { prompt(id: $id) { comments(first: 5) { nodes { body } } } }"],
    ["what a member is told", "{ viewer { unreadNotificationCount notifications(first: 5) { nodes { id } } } }"],
    ["the moderators' queue", "{ reportedContent(first: 5) { nodes { commentId } } }"],
  ])("for %s", async (_, selection) => {
    const sent = await recordStatements(() =>
      prolific.query(`query ${selection}`, selection.includes("$id") ? { id: String(few[0]) } : {}),
    );
    for (const statement of sent.filter(({ text }) => text.startsWith("select")))
      expect(await rowsRead(site.dataSource, statement), statement.text).toBeLessThan(FEW);
  });
});
