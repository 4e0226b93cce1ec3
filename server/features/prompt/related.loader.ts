import DataLoader from "dataloader";
import { LIMITS } from "../../../contract/limits";
import { groupRows } from "../../platform/database/group-rows";
import { readRows } from "../../platform/database/read-rows";
import type { LoaderFactory } from "../../platform/database/loader";
import { tagStore, type TagStore } from "../tag";
import { PROMPT_COLUMNS, type PromptRow } from "./prompt.row";
import { type Prompt, toPrompt } from "./prompt.type";

/** Tags that say nothing about what a prompt is for. */
const EDITORIAL_TAGS = ["favorite", "contribute"];
/** The best supported candidates, among which the nearest are chosen: bounds the work at any size of the library. */
const RELATED_CANDIDATES = 300;
/** Most tags find enough candidates among this many best supported prompts; the tag index would read and sort all that share a tag. */
const RELATED_HEAD = 10_000;

/**
 * Public prompts on the same subjects as a prompt. A tag that is rare in the library weighs more than a frequent one, and a prompt
 * with few other tags is nearer than one with many; ties are broken by support, then by nearness of number.
 */
export const relatedLoader: LoaderFactory<number, Prompt[]> = (dataSource) =>
  new DataLoader(async (ids) => {
    const tags = await tagStore(dataSource);
    const editorial = EDITORIAL_TAGS.map((slug) => tags.bySlug(slug)?.id ?? 0);
    const rows = await readRows<PromptRow & { source_id: number }>(
      dataSource,
      `select source.id as source_id, ${PROMPT_COLUMNS}
       from (select id, tag_ids - $2::int[] as tag_ids from prompt where id = any($1::int[])) source
       cross join lateral (
         with head as materialized (
           select p.id from (
             select p.id, p.upvote_difference, p.tag_ids from prompt p where p.listed
             order by p.upvote_difference desc, p.id desc limit ${String(RELATED_HEAD)}
           ) p
           where p.id <> source.id and p.tag_ids && source.tag_ids
           order by p.upvote_difference desc, p.id desc limit ${String(RELATED_CANDIDATES)}
         ), rest as materialized (
           select p.id from prompt p
           where p.listed and p.id <> source.id and p.tag_ids && source.tag_ids and (select count(*) from head) < ${String(RELATED_CANDIDATES)}
           order by p.upvote_difference desc, p.id desc limit ${String(RELATED_CANDIDATES)}
         ), candidate as (
           select id from head where (select count(*) from head) = ${String(RELATED_CANDIDATES)} union all select id from rest
         )
         select p.*, row_number() over (
           order by ${weightOf("p.tag_ids & source.tag_ids")} / nullif(sqrt(${weightOf("p.tag_ids")}), 0) desc nulls last,
             p.upvote_difference desc, abs(p.id - source.id), p.id
         ) as place
         from candidate join prompt p on p.id = candidate.id
         order by place limit ${String(LIMITS.relatedPrompts)}
       ) p
       order by source.id, p.place`,
      [ids, editorial, tagWeights(tags)],
    );
    const related = groupRows(rows, (row) => row.source_id);
    return ids.map((id) => (related.get(id) ?? []).map(toPrompt));
  });

/** Tag weights indexed by tag id minus one, for PostgreSQL arrays, which are 1-based. */
function tagWeights({ all }: TagStore): number[] {
  const uses = all.reduce((sum, { libraryCount }) => sum + libraryCount, 0);
  const weights = new Array<number>(Math.max(0, ...all.map(({ id }) => id))).fill(0);
  for (const { id, slug, libraryCount } of all) {
    if (!EDITORIAL_TAGS.includes(slug)) weights[id - 1] = Math.log(1 + uses / Math.max(1, libraryCount)) ** 2;
  }
  return weights;
}

/** SQL for the total weight of an array of tag ids; 0 for tags that a newer release has just added. */
function weightOf(tagIds: string): string {
  return `(select coalesce(sum(($3::float8[])[tag]), 0) from unnest(${tagIds}) tag)`;
}
