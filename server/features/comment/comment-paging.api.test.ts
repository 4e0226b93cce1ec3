import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReadBudget } from "../../platform/graphql/read-budget";
import { insertUsers } from "../../platform/testing/community";
import { isDeep } from "../../platform/testing/deep";
import { seededRandom } from "../../platform/testing/random";
import { rowsRead } from "../../platform/testing/rows-read";
import { recordStatements, type SentStatement } from "../../platform/testing/statements";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { rowId } from "../../platform/testing/posting";
import { mentionedNameLoader } from "./comment.reader";

const THREADS = isDeep ? 60_000 : 3000;
/** Replies cost more: each is counted by all that it stands below. */
const REPLIES = isDeep ? 6000 : 600;
const PAGE = 100;

let site: TestApp;
/** The oldest first. */
let threads: string[];
/** The ids of the replies to the newest thread, and what each answers. */
const answered = new Map<string, string>();

/** All in one statement each, so that all are of the same millisecond. */
beforeAll(async () => {
  site = await createTestApp();
  await site.dataSource.transaction(async (manager) => {
    const rows = await manager.query<{ id: string }[]>(
      `insert into comment (prompt_id, body, html, html_version)
       select 7, 'a', '{a}', 1 from generate_series(1, $1) returning id`,
      [THREADS],
    );
    threads = rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
    const root = threads.at(-1) ?? "";
    const random = seededRandom(66);
    const ids: string[] = [];
    for (let at = 1; at <= REPLIES; at += 1) {
      // A third answers the thread; others anything, often something recent, so that conversations are deep.
      const parents = [root, ids[random(ids.length || 1)], ids.at(-1 - random(5))] as const;
      const id = String(Number(root) + at);
      answered.set(id, parents[random(3)] ?? root);
      ids.push(id);
    }
    await manager.query(
      `insert into comment (id, parent_id, body, html, html_version) overriding system value
       select id, parent, 'b', '{b}', 1 from unnest($1::bigint[], $2::bigint[]) as reply (id, parent) order by id`,
      [[...answered.keys()], [...answered.values()]],
    );
  });
  await site.dataSource.query("analyze comment");
});
afterAll(async () => {
  await site.close();
});

/** Each after what it answers; from the third level on by time. */
function inReadingOrder(root: string): string[] {
  const children = new Map<string, string[]>();
  const depths = new Map([[root, 0]]);
  const places = new Map([[root, root]]);
  for (const [id, parent] of answered) {
    const depth = (depths.get(parent) ?? 0) + 1;
    depths.set(id, depth);
    // Deeper ones stand beside their ancestor on the third level.
    const place = depth > 3 ? (places.get(parent) ?? "") : parent;
    places.set(id, place);
    children.set(place, [...(children.get(place) ?? []), id]);
  }
  const read = (id: string): string[] => (children.get(id) ?? []).flatMap((child) => [child, ...read(child)]);
  return read(root);
}

interface Page {
  nodes: { id: string }[];
  pageInfo: Record<"hasNextPage" | "hasPreviousPage", boolean> & Record<"startCursor" | "endCursor", string | null>;
}

/** The ids on all pages of a list, in its order. Only what that needs: there are hundreds of pages. */
async function walk(parent: string, field: string, direction: "forward" | "backward"): Promise<string[]> {
  const isForward = direction === "forward";
  const paging = isForward ? "first: $size, after: $cursor" : "last: $size, before: $cursor";
  const query = `query ($size: Int!, $cursor: String) { parent: ${parent} { page: ${field}(${paging}) {
    nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  const pages: string[][] = [];
  for (let cursor: string | null = null; ;) {
    const data: { parent: { page: Page } } = await site.query(query, { size: PAGE, cursor });
    const { nodes, pageInfo } = data.parent.page;
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
    expect(isForward ? hasPreviousPage : hasNextPage).toBe(pages.length > 0);
    pages.push(nodes.map(({ id }) => id));
    cursor = isForward ? endCursor : startCursor;
    if (!(isForward ? hasNextPage : hasPreviousPage)) return (isForward ? pages : pages.toReversed()).flat();
  }
}

describe.each(["forward", "backward"] as const)("thousands of comments of one millisecond, %s", (direction) => {
  test("threads are each there once, the newest first", async () => {
    const ids = await walk('prompt(id: "7")', "comments", direction);
    expect(ids.length).toBe(THREADS);
    expect(ids.map(rowId)).toEqual(threads.toReversed());
  });

  test("replies to one of them are each there once, in the order in which they are read", async () => {
    const root = threads.at(-1) ?? "";
    const ids = await walk(`comment(id: "c${root}")`, "replies", direction);
    expect(ids.length).toBe(REPLIES);
    expect(ids.map(rowId)).toEqual(inReadingOrder(root));
  });
});

test("they are counted", async () => {
  const root = threads.at(-1) ?? "";
  const counts = await site.query(
    `{ prompt(id: "7") { commentCount comments { totalCount } } comment(id: "c${root}") { replyCount replies { totalCount } } }`,
  );
  expect(counts).toEqual({
    prompt: { commentCount: THREADS + REPLIES, comments: { totalCount: THREADS } },
    comment: { replyCount: REPLIES, replies: { totalCount: REPLIES } },
  });
});

test("the names of many who are mentioned are read without a look at everybody's comments", async () => {
  const names = Array.from({ length: 1500 }, (_, index) => `Silent${String(index)}`);
  const ids = await insertUsers(site.dataSource, names);
  await site.dataSource.query("vacuum analyze");
  let found: unknown[] = [];
  const [statement] = await recordStatements(async () => {
    found = await mentionedNameLoader(site.dataSource, new ReadBudget()).loadMany(ids);
  });
  expect(new Set(found)).toEqual(new Set([undefined]));
  // None of them has a comment, on a prompt or elsewhere.
  expect(await rowsRead(site.dataSource, statement as SentStatement)).toBe(0);
});
