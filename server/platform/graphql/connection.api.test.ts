import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCrowd, insertPrompts, insertUsers } from "../testing/community";
import { isDeep } from "../testing/deep";
import { readPageOf, walk, type WalkedList } from "../testing/connection-walk";
import { createTestApp, statementsOf, type TestApp } from "../testing/test-app";

let site: TestApp;
let crowd: Awaited<ReturnType<typeof insertCrowd>>;

/** Ties on several pages; in a deep run on thirty. */
const CROWD = isDeep ? 3000 : 300;
/** Of pages: with a last one that is not full. */
const SIZES = isDeep ? [1, 7, 100] : [7];

beforeAll(async () => {
  site = await createTestApp();
  crowd = await insertCrowd(site.dataSource, { users: 30, prompts: CROWD });
  const [author = ""] = await insertUsers(site.dataSource, ["Uneven"]);
  await insertPrompts(
    site.dataSource,
    Array.from({ length: 24 }, (_, index) => ({
      authorId: author,
      upvotes: index % 4,
      downvotes: index % 3,
      tags: index % 5 === 0 ? ["code", "write"] : ["mind"],
      texts: [{ locale: "fr" as const, title: index % 3 === 0 ? "Un okapi" : "Autre", content: "Dessine un okapi." }],
    })),
  );
  // Not in the order of their numbers, and with ties.
  await site.dataSource.query(
    "update prompt set shared_at = timestamptz '2026-01-01' + (id % 7) * interval '1 hour', updated_at = timestamptz '2027-01-01' + (id % 5) * interval '1 hour' where origin = 'COMMUNITY'",
  );
});
afterAll(async () => {
  await site.close();
});

const DIRECTIONS = ["ASC", "DESC"] as const;
const order = (field: string, direction: string) => `orderBy: { field: ${field}, direction: ${direction} }`;

/** The list in its expected order, by plain SQL that does not use cursors. */
async function inOrder(sql: string, direction: string): Promise<string[]> {
  const ordered = sql.replaceAll("<direction>", direction);
  return (await site.dataSource.query<{ id: string | number }[]>(ordered)).map((row) => String(row.id));
}

async function expectWalks(list: WalkedList, wanted: string[], sizes: readonly number[]): Promise<void> {
  expect(wanted.length).toBeGreaterThan(0);
  expect(new Set(wanted).size).toBe(wanted.length);
  for (const size of sizes) {
    expect(await walk(site, list, "forward", size), `${list.name} forward by ${String(size)}`).toEqual(wanted);
    expect(await walk(site, list, "backward", size), `${list.name} backward by ${String(size)}`).toEqual(wanted);
  }
  expect((await readPageOf(site, list, { first: 0 }, true)).totalCount).toBe(wanted.length);
}

const SORTS = {
  ID: "p.id <direction>",
  UPVOTE_DIFFERENCE: "p.upvotes - p.downvotes <direction>, p.id <direction>",
  SHARED_AT: "p.shared_at <direction>, p.id <direction>",
  UPDATED_AT: "p.updated_at <direction>, p.id <direction>",
} as const;
const promptSorts = (["ID", "UPVOTE_DIFFERENCE", "UPDATED_AT"] as const).flatMap((sort) =>
  DIRECTIONS.map((direction) => ({ sort, direction })),
);

test.each(promptSorts)(
  "all prompts by $sort $direction are listed exactly once, despite many ties",
  async ({ sort, direction }) => {
    const list = { name: "prompts", field: "prompts", args: `locale: EN ${order(sort, direction)}` };
    const wanted = await inOrder(`select id from prompt p where listed order by ${SORTS[sort]}`, direction);
    await expectWalks(list, wanted, [100]);
  },
);

const sharedSorts = DIRECTIONS.map((direction) => ({ sort: "SHARED_AT" as const, direction }));

test.each(sharedSorts)(
  "the community by $sort $direction is listed exactly once, despite many ties",
  async ({ sort, direction }) => {
    const list = {
      name: "community",
      field: "prompts",
      args: `locale: EN filter: { origin: COMMUNITY } ${order(sort, direction)}`,
    };
    const wanted = await inOrder(
      `select id from prompt p where listed and origin = 'COMMUNITY' order by ${SORTS[sort]}`,
      direction,
    );
    await expectWalks(list, wanted, [100]);
  },
);

const IN_COMMUNITY = [
  { name: "a language", filter: "locale: FR", where: "p.languages = '{fr}'" },
  { name: "a tag", filter: `tags: ["mind"]`, where: "p.tag_ids @> array(select id from tag where slug = 'mind')" },
  {
    name: "a rare word",
    filter: `query: "okapi" locale: FR`,
    where: "exists (select 1 from prompt_text t where t.prompt_id = p.id and t.content like '%okapi%')",
  },
];

test.each(IN_COMMUNITY.flatMap((each) => sharedSorts.map((sort) => ({ ...each, ...sort }))))(
  "the community's prompts of $name by $sort $direction are listed exactly once",
  async ({ name, filter, where, sort, direction }) => {
    const list = {
      name,
      field: "prompts",
      args: `locale: EN filter: { origin: COMMUNITY ${filter} } ${order(sort, direction)}`,
    };
    const wanted = await inOrder(
      `select id from prompt p where listed and origin = 'COMMUNITY' and ${where} order by ${SORTS[sort]}`,
      direction,
    );
    await expectWalks(list, wanted, SIZES);
  },
);

test("pages of other sizes handle the same ties", async () => {
  const list = { name: "the crowd", field: "prompts", args: `locale: EN filter: { origin: COMMUNITY }` };
  const wanted = await inOrder(
    `select id from prompt p where origin = 'COMMUNITY' order by ${SORTS.UPVOTE_DIFFERENCE}`,
    "DESC",
  );
  expect(await walk(site, list, "forward", 43)).toEqual(wanted);
});

const FILTERS = [
  {
    name: "an author",
    filter: `author: "Uneven"`,
    where: "p.author_id = (select id from user_account where username = 'Uneven')",
  },
  {
    name: "all of two tags",
    filter: `author: "Uneven" tags: ["code", "write"] tagMatch: ALL`,
    where: "p.languages = '{fr}' and p.tag_ids @> array(select id from tag where slug in ('code', 'write'))",
  },
  {
    name: "any of two tags",
    filter: `locale: FR origin: COMMUNITY tags: ["code", "mind"]`,
    where: "p.languages = '{fr}'",
  },
  {
    name: "a rare word",
    filter: `query: "okapi" locale: FR`,
    where: "exists (select 1 from prompt_text t where t.prompt_id = p.id and t.content like '%okapi%')",
  },
];

test.each(FILTERS.flatMap((each) => promptSorts.map((sort) => ({ ...each, ...sort }))))(
  "prompts of $name by $sort $direction are listed exactly once",
  async ({ name, filter, where, sort, direction }) => {
    const list = { name, field: "prompts", args: `locale: EN filter: { ${filter} } ${order(sort, direction)}` };
    const wanted = await inOrder(
      `select id from prompt p where listed and ${where} order by ${SORTS[sort]}`,
      direction,
    );
    await expectWalks(list, wanted, SIZES);
  },
);

test.each(DIRECTIONS)("a rare word's prompts by RELEVANCE %s are listed exactly once", async (direction) => {
  const list = {
    name: "okapi",
    field: "prompts",
    args: `locale: FR filter: { query: "okapi" } ${order("RELEVANCE", direction)}`,
  };
  const wanted = await inOrder(
    `select p.id from prompt p join prompt_text t on t.prompt_id = p.id where t.content like '%okapi%'
     order by t.title like '%okapi%' <direction>, ${SORTS.UPVOTE_DIFFERENCE}`,
    direction,
  );
  // One by one, and so that the last page is full, too.
  await expectWalks(list, wanted, [1, 12, ...SIZES]);
});

test.each(promptSorts)(
  "a frequent word's prompts by $sort $direction are listed exactly once",
  async ({ sort, direction }) => {
    const list = {
      name: "zebra",
      field: "prompts",
      args: `locale: EN filter: { query: "zebra" } ${order(sort, direction)}`,
    };
    const wanted = await inOrder(
      `select id from prompt p where id = any('{${crowd.promptIds.join(",")}}') order by ${SORTS[sort]}`,
      direction,
    );
    expect(await walk(site, list, direction === "ASC" ? "forward" : "backward", 100)).toEqual(wanted);
  },
);

test("equally relevant prompts are listed exactly once, by number", async () => {
  const list = { name: "quagga", field: "prompts", args: `locale: EN filter: { query: "quagga" }` };
  const wanted = crowd.promptIds
    .filter((_, index) => index % 5 === 0)
    .map(String)
    .reverse();
  expect(await walk(site, list, "forward", 100)).toEqual(wanted);
  expect(await walk(site, list, "backward", 100)).toEqual(wanted);
});

const TAG_SORTS = { SLUG: "slug <direction>", PROMPT_COUNT: "prompt_count <direction>, tag.id <direction>" } as const;

test.each((["SLUG", "PROMPT_COUNT"] as const).flatMap((sort) => DIRECTIONS.map((direction) => ({ sort, direction }))))(
  "tags by $sort $direction are listed exactly once",
  async ({ sort, direction }) => {
    const list = { name: "tags", field: "tags", args: order(sort, direction), id: "slug" as const };
    await expectWalks(list, await inOrder(`select slug as id from tag order by ${TAG_SORTS[sort]}`, direction), SIZES);
  },
);

const USER_SORTS = {
  USERNAME: "username_key <direction>, id <direction>",
  PROMPT_COUNT: "prompt_count <direction>, id <direction>",
  CREATED_AT: "created_at <direction>, id <direction>",
} as const;

test.each(
  (["USERNAME", "PROMPT_COUNT", "CREATED_AT"] as const).flatMap((sort) =>
    DIRECTIONS.map((direction) => ({ sort, direction })),
  ),
)("users by $sort $direction come once each", async ({ sort, direction }) => {
  const list = { name: "users", field: "users", args: order(sort, direction) };
  const wanted = await inOrder(
    `select id from user_account where prompt_count > 0 order by ${USER_SORTS[sort]}`,
    direction,
  );
  await expectWalks(
    list,
    wanted.map((id) => `u${id}`),
    SIZES,
  );
});

test.each([...promptSorts, ...sharedSorts])(
  "an author's prompts by $sort $direction are listed exactly once",
  async ({ sort, direction }) => {
    const list = {
      name: "User.prompts",
      field: "prompts",
      args: order(sort, direction),
      parent: `user(username: "uneven")`,
    };
    const wanted = await inOrder(
      `select p.id from prompt p join user_account u on u.id = p.author_id where username = 'Uneven' order by ${SORTS[sort]}`,
      direction,
    );
    await expectWalks(list, wanted, SIZES);
  },
);

test("the prompt pages of many authors are read in one statement, each with its own rows", async () => {
  const query = `{ users(first: 30) { nodes { username promptCount prompts(first: 3) { totalCount nodes { author { username } } pageInfo { hasNextPage } } } } }`;
  await site.query(query);
  const statements = await statementsOf(async () => {
    const { users } = await site.query<{
      users: {
        nodes: {
          username: string;
          promptCount: number;
          prompts: { totalCount: number; nodes: { author: { username: string } }[] };
        }[];
      };
    }>(query);
    expect(users.nodes).toHaveLength(30);
    for (const user of users.nodes) {
      expect(user.prompts.nodes.map((prompt) => prompt.author.username)).toEqual(Array(3).fill(user.username));
      expect(user.prompts.totalCount).toBe(user.promptCount);
    }
  });
  expect(statements).toHaveLength(2);
});
