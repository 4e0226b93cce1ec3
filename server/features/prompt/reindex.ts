import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { searchVector, searchVectorSql, TOKENIZER_VERSION } from "../../platform/search";
import { clearTagCache, type TagStore, tagStore, tagText } from "../tag";

const BATCH = 50;
/** The job comes again every minute; in between, others have the database to themselves. */
const MAX_MS = 20_000;

interface OldText {
  prompt_id: number;
  locale: Locale;
  version: string;
  title: string;
  remark: string | null;
  content: string;
  search_words: string[] | null;
  tag_ids: number[];
}

/** The labels of a prompt's tags, which are searched as words of its text in that language. */
export function tagLabels(tags: TagStore, tagIds: readonly number[], locale: Locale): string[] {
  return tagIds.flatMap((id) => {
    const tag = tags.byId(id);
    return tag ? [tagText(tag, locale).label] : [];
  });
}

/** Indexes texts anew that another version of the tokenizer, other tags, or other names of tags were indexed with: those marked by an old version. */
export async function reindexOldTexts(dataSource: DataSource): Promise<void> {
  const until = Date.now() + MAX_MS;
  while (Date.now() < until) {
    const texts = await dataSource.query<OldText[]>(
      `select t.prompt_id, t.locale, t.xmin::text as version, t.title, t.remark, t.content, t.search_words, p.tag_ids
       from prompt_text t join prompt p on p.id = t.prompt_id
       where t.search_version < $1 order by t.search_version limit ${String(BATCH)}`,
      [TOKENIZER_VERSION],
    );
    if (texts.length === 0) return;
    // Another process may just have renamed the tags, and marked the texts for it.
    clearTagCache(dataSource);
    const tags = await tagStore(dataSource);
    for (const text of texts) {
      await reindex(dataSource, text, tags);
      await nextTurn();
    }
    if (texts.length < BATCH) return;
  }
}

async function reindex(dataSource: DataSource, text: OldText, tags: TagStore): Promise<void> {
  const { prompt_id: id, locale, version, title, remark, content, search_words: words, tag_ids: tagIds } = text;
  const vector = searchVector({
    locale,
    title,
    remark,
    content,
    words: [...(words ?? []), ...tagLabels(tags, tagIds, locale)],
  });
  // Not a text that has been written since.
  await dataSource.query(
    `update prompt_text set search = ${searchVectorSql("$1::jsonb")}, search_version = $2
     where prompt_id = $3 and locale = $4 and xmin::text = $5`,
    [JSON.stringify(vector), TOKENIZER_VERSION, id, locale, version],
  );
}
