import type { EntityManager } from "typeorm";
import { groupRows } from "../../platform/database/group-rows";
import { type CheckedPrompt, type EditedPrompt, findOwnPrompt, isSameText, storeChanges } from "./own-prompt.store";
import type { Locale } from "../../../contract/locales";
import type { TagStore } from "../tag";
import type { PromptTextRow } from "./prompt.row";

export interface OwnPrompt extends Omit<EditedPrompt, "writtenAt"> {
  createdAt: Date;
}

/** In a batch, whose texts are read at once: so many prompts, or so many bytes and the prompt that passes them. */
const BATCH_PROMPTS = 200;
const BATCH_BYTES = 2 * 1024 * 1024;

/** All prompts of a member by number, in batches of bounded size. Not those that are deleted. */
export async function* readOwnPrompts(manager: EntityManager, authorId: string): AsyncGenerator<OwnPrompt[], void> {
  for (let after = 0; ;) {
    const batch = await readBatch(manager, authorId, after);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}

/** Of all prompts of a member that are not deleted, in all languages. */
export async function countOwnTexts(manager: EntityManager, authorId: string): Promise<number> {
  const [row] = await manager.query<{ count: number }[]>(
    `select count(*)::int as count from prompt p join prompt_text t on t.prompt_id = p.id
     where p.author_id = $1 and p.deleted_at is null`,
    [authorId],
  );
  return row?.count ?? 0;
}

interface OwnPromptRow {
  id: number;
  source_locale: Locale;
  tag_ids: number[];
  shared: boolean;
  created_at: Date;
  updated_at: Date;
}

async function readBatch(manager: EntityManager, authorId: string, after: number): Promise<OwnPrompt[]> {
  const prompts = await manager.query<OwnPromptRow[]>(
    `select id, source_locale, tag_ids, shared, created_at, updated_at from (
       select p.*, sum(size) over (order by id) - size as before from (
         select id, source_locale, tag_ids, shared, created_at, updated_at from prompt
         where author_id = $1 and deleted_at is null and id > $2 order by id limit ${String(BATCH_PROMPTS)}
       ) p cross join lateral (
         select coalesce(sum(octet_length(content) + coalesce(octet_length(notes), 0)), 0) as size
         from prompt_text where prompt_id = p.id
       ) texts
     ) sized where before < ${String(BATCH_BYTES)} order by id`,
    [authorId, after],
  );
  const rows = await manager.query<(PromptTextRow & { prompt_id: number })[]>(
    `select prompt_id, locale, title, content, remark, notes from prompt_text
     where prompt_id = any($1::int[]) order by prompt_id, locale`,
    [prompts.map(({ id }) => id)],
  );
  const texts = groupRows(rows, (row) => row.prompt_id);
  return prompts.map(({ id, source_locale, tag_ids, shared, created_at, updated_at }) => ({
    id,
    sourceLocale: source_locale,
    tagIds: tag_ids,
    shared,
    createdAt: created_at,
    updatedAt: updated_at,
    texts: (texts.get(id) ?? []).map(({ prompt_id: _, ...text }) => text),
  }));
}

/** Writes all texts and tags of one of the member's private prompts; the former version is kept. */
export async function replaceOwnPrompt(
  manager: EntityManager,
  tags: TagStore,
  authorId: string,
  id: number,
  next: CheckedPrompt,
): Promise<"replaced" | "identical" | "shared" | "gone"> {
  const former = await findOwnPrompt(manager, id, authorId);
  if (!former) return "gone";
  const written = next.texts.filter((text) => !former.texts.some((each) => isSameText(each, text)));
  const isIdentical =
    written.length === 0 &&
    next.texts.length === former.texts.length &&
    next.sourceLocale === former.sourceLocale &&
    next.tagIds.join() === former.tagIds.join();
  if (isIdentical) return "identical";
  if (former.shared) return "shared";
  await storeChanges(manager, tags, former, { ...former, ...next }, written);
  return "replaced";
}
