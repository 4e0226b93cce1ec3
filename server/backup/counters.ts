import type pg from "pg";

/** @returns how many counters that triggers keep differ from a recount */
export async function countersThatDiffer(client: Pick<pg.ClientBase, "query">): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with by_tag as (
       select tag_id, count(*) as prompts from prompt cross join unnest(tag_ids) as tag_id where listed group by tag_id
     ), by_author as (
       select author_id, count(*) as prompts from prompt where listed and author_id is not null group by author_id
     ), by_prompt as (
       select prompt_id, count(*) as favorites from favorite group by prompt_id
     ), by_votes as (
       select prompt_id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down from vote group by prompt_id
     )
     select ((select count(*) from tag left join by_tag on tag_id = id where prompt_count <> coalesce(prompts, 0))
       + (select count(*) from user_account left join by_author on author_id = id where prompt_count <> coalesce(prompts, 0))
       + (select count(*) from prompt left join by_prompt on prompt_id = id where favorite_count <> coalesce(favorites, 0))
       + (select count(*) from prompt left join by_votes on prompt_id = id where (upvotes, downvotes) <> (coalesce(up, 0), coalesce(down, 0))))::int as count`,
  );
  return rows[0]?.count ?? 0;
}
