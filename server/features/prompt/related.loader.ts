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
/** Candidates by support among which the nearest are chosen: bounds the work at any size of the library. */
const RELATED_CANDIDATES = 300;
/** Most tags have that many prompts among the best supported; the index of tags would read and sort all that share one. */
const RELATED_HEAD = 10_000;

/**
 * Public prompts on the subjects of a prompt. A tag that few prompts of the library carry tells more than a frequent one, and a
 * prompt that is about little else is nearer than one with other subjects besides; then by support and nearness of number.
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
    const found = groupRows(rows, (row) => row.source_id);
    return ids.map((id) => (found.get(id) ?? []).map(toPrompt));
  });

/** By tag number, for PostgreSQL, whose arrays begin at 1. */
function tagWeights({ all }: TagStore): number[] {
  const uses = all.reduce((sum, { libraryCount }) => sum + libraryCount, 0);
  const weights = new Array<number>(Math.max(0, ...all.map(({ id }) => id))).fill(0);
  for (const { id, slug, libraryCount } of all) {
    if (!EDITORIAL_TAGS.includes(slug)) weights[id - 1] = Math.log(1 + uses / Math.max(1, libraryCount)) ** 2;
  }
  return weights;
}

/** SQL of the weight of all tags in an array of their numbers; 0 for those that a newer release has just brought. */
function weightOf(tagIds: string): string {
  return `(select coalesce(sum(($3::float8[])[tag]), 0) from unnest(${tagIds}) tag)`;
}
