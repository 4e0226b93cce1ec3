import type { DataSource } from "typeorm";
import { LOCALES } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";
import { PROMPT_COLUMNS, type PromptRow } from "./prompt.row";
import { type Prompt, toPrompt } from "./prompt.type";

const MS_PER_DAY = 86_400_000;

/**
 * The library's prompt of a UTC day: one that is quickly filled in, and written in all languages, so that it is the same for everyone.
 * They take turns in an order of their own, in which neighbours by number are apart.
 * @returns null if there is none
 */
export async function readPickOfTheDay(dataSource: DataSource, now: Date): Promise<Prompt | null> {
  const rows = await readRows<PromptRow>(
    dataSource,
    `select p.* from (
       select ${PROMPT_COLUMNS}, row_number() over (order by md5(p.id::text)) - 1 as place, count(*) over () as choices
       from prompt p join prompt_text t on t.prompt_id = p.id and t.locale = 'en' and ${IS_QUICKLY_FILLED}
       where p.listed and p.origin = 'LIBRARY' and cardinality(p.languages) = $1
     ) p where p.place = $2::bigint % p.choices`,
    [LOCALES.length, Math.floor(now.getTime() / MS_PER_DAY)],
  );
  return rows[0] ? toPrompt(rows[0]) : null;
}

/**
 * Up to four blanks, at least one with a default, none alone on its line, where long texts go. The condition of the index
 * `prompt_text_pick_idx`, for the table alias `t`.
 */
export const IS_QUICKLY_FILLED = String.raw`t.prompt_id <= 1000
  and regexp_count(t.content, '\{\{[^{}]+\}\}') between 1 and 4
  and t.content ~ '\{\{[^{}]*:[^{}]*\}\}'
  and t.content !~ '(^|\n)[ \t]*\{\{[^{}]*\}\}[ \t]*(\n|$)'`;
