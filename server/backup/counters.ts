import type pg from "pg";

/** Each counter that triggers keep: a select of the rows in which it differs from a recount. */
const DIFFERING = {
  "tag.prompt_count": `select from tag left join (
      select tag_id, count(*) as number from prompt cross join unnest(tag_ids) as tag_id where listed group by tag_id
    ) counted on tag_id = id where prompt_count <> coalesce(number, 0)`,
  "user_account.prompt_count": `select from user_account left join (
      select author_id, count(*) as number from prompt where listed and author_id is not null group by author_id
    ) counted on author_id = id where prompt_count <> coalesce(number, 0)`,
  "prompt.favorite_count": `select from prompt left join (
      select prompt_id, count(*) as number from favorite group by prompt_id
    ) counted on prompt_id = id where favorite_count <> coalesce(number, 0)`,
  "prompt.upvotes, downvotes": `select from prompt left join (
      select prompt_id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down from vote group by prompt_id
    ) counted on prompt_id = id where (upvotes, downvotes) <> (coalesce(up, 0), coalesce(down, 0))`,
  "prompt.comment_count": `select from prompt left join (
      select prompt_id, count(*) as number from comment where live group by prompt_id
    ) counted on prompt_id = prompt.id where comment_count <> coalesce(number, 0)`,
  "comment.live_below": `select from comment left join (
      select above, count(*) as number from comment below
      cross join lateral (
        select root_id as above union all select part::bigint from unnest(string_to_array(path, '/')) as part
      ) ancestor
      where live and above <> below.id group by above
    ) counted on above = id where live_below <> coalesce(number, 0)`,
  "comment.live, shown": `select from comment where (live, shown) <>
      (deleted_at is null and not hidden and not withdrawn, deleted_at is null and not hidden and not withdrawn or live_below > 0)`,
};

/**
 * Compares the counters that triggers keep with a recount.
 * @param read runs a statement and returns its rows
 * @returns how many rows differ, by counter; only those that do
 */
export async function recount(read: (sql: string) => Promise<{ counts: number[] }[]>): Promise<Record<string, number>> {
  const counts = Object.values(DIFFERING).map((rows) => `(select count(*)::int from (${rows}) differing)`);
  const [row] = await read(`select array[${counts.join(", ")}] as counts`);
  const found = Object.keys(DIFFERING).map((counter, index) => [counter, row?.counts[index] ?? 0] as const);
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

/** @returns how many counters that triggers keep differ from a recount */
export async function countersThatDiffer(client: Pick<pg.ClientBase, "query">): Promise<number> {
  const differing = await recount(async (sql) => (await client.query<{ counts: number[] }>(sql)).rows);
  return Object.values(differing).reduce((sum, count) => sum + count, 0);
}
