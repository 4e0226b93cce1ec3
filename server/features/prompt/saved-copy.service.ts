import type { DataSource, EntityManager } from "typeorm";
import { databaseErrorCode, FOREIGN_KEY_VIOLATION } from "../../platform/database/transaction";
import type { Actor } from "../../platform/domain/actor";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { withWriter } from "../account";
import { findByKey, lockKey, storeKey } from "./idempotency-key";
import { authorOf, consumeWrite, RESERVED_TAG } from "./own-prompt.service";
import { publicPromptNotFound } from "./prompt.service";

/**
 * Stores a public prompt, as it is now, as a new private one of the caller's. Its texts are not checked again: whatever is public
 * keeps the rules of members' prompts, the library too.
 * @param key what the caller calls the copy: with the same one again, it is the prompt that was made first
 * @returns the number of the copy @throws NOT_FOUND for a prompt that is not public, RATE_LIMITED as a created prompt, and as a write for each of its texts
 */
export async function createPromptCopy(
  dataSource: DataSource,
  actor: Actor,
  promptId: number | undefined,
  key?: string,
): Promise<number> {
  const authorId = authorOf(actor);
  const made = await findByKey(dataSource.manager, authorId, key);
  if (made !== undefined) return made;
  const [original] = await dataSource.query<{ texts: number }[]>(
    "select cardinality(languages) as texts from prompt where id = $1 and listed",
    [promptId ?? null],
  );
  // Also for one that is not there.
  const { create } = await consumeWrite(dataSource, authorId, original?.texts);
  if (!original) throw publicPromptNotFound();
  await consumeRateLimit(dataSource, "create-prompt", { account: authorId }, create);
  return withWriter(dataSource, actor, async (manager) => {
    const madeMeanwhile = await lockKey(manager, authorId, key);
    if (madeMeanwhile !== undefined) return madeMeanwhile;
    const id = await insertCopy(manager, promptId ?? null, authorId);
    await storeKey(manager, id, key);
    return id;
  }).catch((error: unknown) => {
    // It was deleted for good meanwhile.
    throw databaseErrorCode(error) === FOREIGN_KEY_VIOLATION ? publicPromptNotFound() : error;
  });
}

async function insertCopy(manager: EntityManager, promptId: number | null, authorId: string): Promise<number> {
  // Nothing of the original is locked: its author, and whoever votes for it, would wait as long as it is copied.
  const [copy] = await manager.query<{ id: number }[]>(
    `insert into prompt (origin, author_id, source_locale, tag_ids, copy_of)
       select 'COMMUNITY', $2, source_locale, array_remove(tag_ids, (select id from tag where slug = $3)), id
       from prompt where id = $1 and listed returning id`,
    [promptId, authorId, RESERVED_TAG],
  );
  if (!copy) throw publicPromptNotFound();
  // In one snapshot, in which it is still public, and has the text that was written first.
  const texts = await manager.query<unknown[]>(
    `insert into prompt_text (prompt_id, locale, title, content, remark, notes, search, search_version)
       select copy.id, locale, title, content, remark, notes, search, search_version
       from prompt_text join prompt original on original.id = prompt_id and original.listed
         join prompt copy on copy.id = $1 and copy.source_locale = original.source_locale
       where prompt_id = $2 returning locale`,
    [copy.id, promptId],
  );
  if (texts.length === 0) throw publicPromptNotFound();
  return copy.id;
}
