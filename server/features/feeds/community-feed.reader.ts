import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { Parameters, readRows } from "../../platform/database/read-rows";

const ENTRIES = 50;

/**
 * In bytes: enough for the longest text in almost every script. A character may be a cluster of many code points, and 50 texts of
 * 20,000 families would be a feed of 25 MB.
 */
export const MAX_CONTENT_BYTES = 65_536;

export interface SharedPromptRow {
  id: number;
  tag_ids: number[];
  shared_at: Date;
  updated_at: Date;
  author_id: string;
  username: string;
  title: string;
  remark: string | null;
  /** Null if it is too long for a feed. */
  content: string | null;
}

/** The community prompts with a text in this language that were first shared last, in one statement. */
export function readSharedPrompts(
  dataSource: DataSource,
  { locale, tagId }: { locale: Locale; tagId: number | undefined },
): Promise<SharedPromptRow[]> {
  const { bind, values } = new Parameters();
  const language = bind(locale);
  // A literal: a generic plan would read and sort all prompts of a frequent tag (150 ms at 200,000 prompts; 5 ms with the literal).
  const tagged = tagId === undefined ? "" : `and p.tag_ids @> array[${String(tagId)}]::int[]`;
  // The index on the time of sharing has all that the inner query reads.
  return readRows<SharedPromptRow>(
    dataSource,
    `with newest as materialized (
       select p.id from prompt p
       where p.listed and p.origin = 'COMMUNITY' and p.languages @> array[${language}::text] ${tagged}
       order by p.shared_at desc, p.id desc limit ${String(ENTRIES)}
     )
     select p.id, p.tag_ids, p.shared_at, greatest(p.updated_at, p.shared_at) as updated_at, u.id as author_id, u.username, t.title, t.remark,
       case when octet_length(t.content) <= ${String(MAX_CONTENT_BYTES)} then t.content end as content
     from newest
     join prompt p on p.id = newest.id
     join prompt_text t on t.prompt_id = p.id and t.locale = ${language}::text
     join user_account u on u.id = p.author_id
     order by p.shared_at desc, p.id desc`,
    values,
  );
}
