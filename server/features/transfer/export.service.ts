import type { DataSource, EntityManager } from "typeorm";
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportedPrompt, type ExportHead } from "../../../contract/transfer";
import { inTransaction } from "../../platform/database/transaction";
import { requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { requireCurrentActor } from "../account";
import { readFavoriteNumbers } from "../favorite";
import { type OwnPrompt, readOwnPrompts } from "../prompt";
import { tagStore } from "../tag";

/** For all of it: the connection is busy for so long. */
const TIME_LIMIT_MS = 60_000;

/**
 * Everything of the caller's, as it is at one moment.
 * @param write is waited for; the transaction is open meanwhile, so it must be fast
 * @returns false if there is nothing: nothing useful was written then
 * @throws UNAUTHENTICATED for a visitor, and for a session or token that has ended since the request began
 */
export async function exportAccount(
  dataSource: DataSource,
  actor: Actor,
  site: string,
  write: (text: string) => Promise<void>,
): Promise<boolean> {
  const userId = requireMember(actor);
  const tags = await tagStore(dataSource);
  const until = Date.now() + TIME_LIMIT_MS;
  const send = async (manager: EntityManager): Promise<boolean> => {
    // Never in conflict with another transaction, and so never run twice.
    await manager.query("set transaction read only");
    // It may have waited: what is written after a recovery is not for whoever asked before.
    await requireCurrentActor(manager, actor);
    await write(`${JSON.stringify(headOf(site)).slice(0, -1)},\n"prompts":[`);
    let count = 0;
    for await (const batch of readOwnPrompts(manager, userId)) {
      const lines = batch.map((prompt) => JSON.stringify(toExported(prompt, (id) => tags.byId(id)?.slug ?? [])));
      await write(`${count === 0 ? "" : ","}\n${lines.join(",\n")}`);
      count += batch.length;
      if (Date.now() > until) throw new DomainError("SERVICE_UNAVAILABLE", "The export takes too long.");
    }
    const favorites = await readFavoriteNumbers(manager, userId);
    await write(`\n],\n"favorites":${JSON.stringify(favorites.map(String))}}\n`);
    return count + favorites.length > 0;
  };
  return inTransaction(dataSource, send, "REPEATABLE READ");
}

function headOf(site: string): ExportHead {
  return { format: EXPORT_FORMAT, version: EXPORT_VERSION, site, exportedAt: new Date().toISOString() };
}

function toExported(prompt: OwnPrompt, slugOf: (id: number) => string | never[]): ExportedPrompt {
  const { id, sourceLocale, shared, tagIds, createdAt, updatedAt, texts } = prompt;
  return {
    id: String(id),
    sourceLocale,
    shared,
    tags: tagIds.flatMap(slugOf),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    texts: texts.map(({ locale, title, content, remark, notes }) => ({ locale, title, content, remark, notes })),
  };
}
