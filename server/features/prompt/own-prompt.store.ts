import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import { LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { DomainError } from "../../platform/domain/domain-error";
import { searchVector, searchVectorSql } from "../../platform/search";
import type { TagStore } from "../tag";
import type { PromptPart } from "./prompt-revision.entity";
import type { PromptTextRow } from "./prompt.row";
import { tagLabels } from "./reindex";

const TEXT_PARTS = ["title", "content", "remark", "notes"] as const;

/** A prompt as its author edits it. */
export interface EditedPrompt {
  id: number;
  sourceLocale: Locale;
  tagIds: readonly number[];
  shared: boolean;
  texts: readonly PromptTextRow[];
  updatedAt: Date;
  /** When its texts or tags last changed, at or before `updatedAt`. */
  writtenAt: Date;
}

/** @param written the texts of `next` that differ */
export async function storeChanges(
  manager: EntityManager,
  tags: TagStore,
  former: EditedPrompt,
  next: EditedPrompt,
  written: readonly PromptTextRow[],
): Promise<void> {
  const isNewVersion =
    written.length > 0 ||
    next.texts.length !== former.texts.length ||
    next.sourceLocale !== former.sourceLocale ||
    next.tagIds.join() !== former.tagIds.join();
  if (isNewVersion) await keepRevision(manager, former, next);
  await writeTexts(
    manager,
    tags,
    written.map((text) => ({ ...text, promptId: next.id, tagIds: next.tagIds })),
  );
  // The labels of its tags are searched too; the other texts are indexed anew in the background.
  if (next.tagIds.join() !== former.tagIds.join())
    await manager.query(
      "update prompt_text set search_version = 0 where prompt_id = $1 and locale <> all($2::text[])",
      [next.id, written.map(({ locale }) => locale)],
    );
  await manager.query("delete from prompt_text where prompt_id = $1 and locale <> all($2::text[])", [
    next.id,
    next.texts.map(({ locale }) => locale),
  ]);
  // Two versions within a millisecond still differ, for `expectedUpdatedAt`.
  await manager.query(
    `update prompt set source_locale = $2, tag_ids = $3, shared = $4,
       updated_at = case when $5 then greatest(clock_timestamp(), updated_at + interval '1 millisecond') else updated_at end
     where id = $1`,
    [next.id, next.sourceLocale, next.tagIds, next.shared, isNewVersion],
  );
}

/** Keeps the newest versions, with the texts that the next version does not have any more. */
async function keepRevision(manager: EntityManager, former: EditedPrompt, next: EditedPrompt): Promise<void> {
  const { id, sourceLocale, tagIds, texts, writtenAt } = former;
  const [row] = await manager.query<{ number: number }[]>(
    `insert into prompt_revision (prompt_id, number, source_locale, languages, tag_ids, created_at, replaced_parts)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6 from prompt_revision where prompt_id = $1 returning number`,
    [id, sourceLocale, localesOf(former), tagIds, writtenAt, differingParts(former, next)],
  );
  if (!row) throw new Error("The version was not kept.");
  const replaced = texts.filter((text) => !next.texts.some((each) => isSameText(text, each)));
  for (const { locale, title, content, remark, notes } of replaced) {
    await manager.query(
      `insert into prompt_revision_text (prompt_id, locale, number, title, content, remark, notes)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, locale, row.number, title, content, remark, notes],
    );
  }
  for (const table of ["prompt_revision", "prompt_revision_text"]) {
    await manager.query(`delete from ${table} where prompt_id = $1 and number <= $2`, [
      id,
      row.number - LIMITS.promptRevisions,
    ]);
  }
}

function differingParts(former: EditedPrompt, next: EditedPrompt): PromptPart[] {
  const differ: PromptPart[] = TEXT_PARTS.filter((part) =>
    former.texts.some((text) => next.texts.some((other) => other.locale === text.locale && other[part] !== text[part])),
  );
  if (former.tagIds.join() !== next.tagIds.join()) differ.push("tags");
  if (localesOf(former).sort().join() !== localesOf(next).sort().join()) differ.push("languages");
  return differ;
}

function localesOf({ texts }: EditedPrompt): Locale[] {
  return texts.map(({ locale }) => locale);
}

/** A prompt that its author may store. */
export interface CheckedPrompt {
  sourceLocale: Locale;
  tagIds: readonly number[];
  texts: readonly PromptTextRow[];
}

/** @returns their numbers, which grow in the given order */
export async function insertPrompts(
  manager: EntityManager,
  tags: TagStore,
  authorId: string,
  prompts: readonly CheckedPrompt[],
  shared: boolean,
): Promise<number[]> {
  const numbers = await manager.query<{ id: number }[]>(
    "select nextval(pg_get_serial_sequence('prompt', 'id'))::int as id from generate_series(1, $1::int)",
    [prompts.length],
  );
  const rows = prompts.map((prompt, index) => ({ ...prompt, id: numbers[index]?.id ?? 0 }));
  await manager.query(
    `insert into prompt (id, origin, author_id, source_locale, tag_ids, shared)
     select id, 'COMMUNITY', $1, source_locale, tag_ids, $2
     from jsonb_to_recordset($3::jsonb) as new (id int, source_locale text, tag_ids int[])`,
    [
      authorId,
      shared,
      JSON.stringify(
        rows.map(({ id, sourceLocale, tagIds }) => ({ id, source_locale: sourceLocale, tag_ids: tagIds })),
      ),
    ],
  );
  await writeTexts(
    manager,
    tags,
    rows.flatMap(({ id, tagIds, texts }) => texts.map((text) => ({ ...text, promptId: id, tagIds }))),
  );
  return rows.map(({ id }) => id);
}

/** In UTF-16 code units: what takes a few milliseconds to index. */
const UNITS_A_TURN = 5000;

/** Others have their turn between texts. */
async function writeTexts(
  manager: EntityManager,
  tags: TagStore,
  texts: readonly (PromptTextRow & { promptId: number; tagIds: readonly number[] })[],
): Promise<void> {
  const rows = [];
  let units = 0;
  for (const { promptId, tagIds, locale, title, content, remark, notes } of texts) {
    const vector = searchVector({ locale, title, remark, content, words: tagLabels(tags, tagIds, locale) });
    rows.push({ prompt_id: promptId, locale, title, content, remark, notes, vector });
    units += content.length;
    if (units < UNITS_A_TURN) continue;
    units = 0;
    await nextTurn();
  }
  await manager.query(
    `insert into prompt_text (prompt_id, locale, title, content, remark, notes, search, search_version)
     select prompt_id, locale, title, content, remark, notes, ${searchVectorSql("vector")}, (vector ->> 'version')::int
     from jsonb_to_recordset($1::jsonb)
       as new (prompt_id int, locale text, title text, content text, remark text, notes text, vector jsonb)
     on conflict (prompt_id, locale) do update set title = excluded.title, content = excluded.content, remark = excluded.remark,
       notes = excluded.notes, search = excluded.search, search_version = excluded.search_version`,
    [JSON.stringify(rows)],
  );
}

/** @throws NOT_FOUND for a prompt that is not the author's, whether or not there is one */
export async function lockOwnPrompt(manager: EntityManager, id: number, authorId: string): Promise<EditedPrompt> {
  const prompt = await findOwnPrompt(manager, id, authorId);
  if (!prompt) throw promptNotFound();
  return prompt;
}

interface OwnRow {
  source_locale: Locale;
  tag_ids: number[];
  shared: boolean;
  updated_at: Date;
  written_at: Date;
}

/** Locks it. */
export async function findOwnPrompt(
  manager: EntityManager,
  id: number,
  authorId: string,
): Promise<EditedPrompt | undefined> {
  const [row] = await manager.query<OwnRow[]>(
    `select source_locale, tag_ids, shared, updated_at, written_at from prompt
     where id = $1 and author_id = $2 and deleted_at is null for no key update`,
    [id, authorId],
  );
  if (!row) return undefined;
  const texts = await manager.query<PromptTextRow[]>(
    "select locale, title, content, remark, notes from prompt_text where prompt_id = $1 order by locale",
    [id],
  );
  const { source_locale: sourceLocale, tag_ids: tagIds, shared, updated_at: updatedAt, written_at: writtenAt } = row;
  return { id, sourceLocale, tagIds, shared, texts, updatedAt, writtenAt };
}

/**
 * Whether there is a newer version than the one that had this `updatedAt`. That it became public meanwhile contradicts nothing that its
 * author writes.
 */
export function isNewerThan({ updatedAt, writtenAt }: EditedPrompt, expected: Date): boolean {
  return expected < writtenAt || expected > updatedAt;
}

export function isSameText(one: PromptTextRow, other: PromptTextRow): boolean {
  return one.locale === other.locale && TEXT_PARTS.every((part) => one[part] === other[part]);
}

export function promptNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "You have no prompt with this number.");
}
