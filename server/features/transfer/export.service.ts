import type { DataSource, EntityManager } from "typeorm";
import type { ExportedPrompt, ExportFormat } from "../../../contract/transfer";
import { requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { badInputError, DomainError } from "../../platform/domain/domain-error";
import { requireCurrentActor } from "../account";
import { readFavoriteNumbers } from "../favorite";
import { countOwnTexts, type OwnPrompt, readOwnPrompts } from "../prompt";
import { tagStore } from "../tag";
import { CsvExport } from "./csv-export";
import type { ExportFile } from "./export-file";
import { JsonExport } from "./json-export";
import { MarkdownExport } from "./markdown-export";

/** @param site its address */
export function exportFile(format: ExportFormat, site: string): ExportFile {
  if (format === "csv") return new CsvExport();
  return format === "md" ? new MarkdownExport() : new JsonExport(site);
}

/**
 * The parts of a file with everything of the caller's, as far as its format can hold it. It is read batch by batch as fast as the reader takes it: each
 * prompt is as it is at one moment, and a slow reader keeps no connection.
 * @throws NOT_FOUND if there is nothing, BAD_USER_INPUT for more texts than a zip can hold, UNAUTHENTICATED for a visitor, and for a session or token that
 * ends meanwhile
 */
export async function* exportAccount(
  dataSource: DataSource,
  actor: Actor,
  file: ExportFile,
): AsyncGenerator<string | Uint8Array, void> {
  const userId = requireMember(actor);
  const { manager } = dataSource;
  const tags = await tagStore(dataSource);
  if (file.maxTexts < Infinity) await checkTextCount(manager, userId, file.maxTexts);
  let isEmpty = true;
  for await (const batch of readOwnPrompts(manager, userId)) {
    await requireCurrentActor(manager, actor);
    const prompts = batch.map((prompt) => toExported(prompt, (id) => tags.byId(id)?.slug ?? []));
    yield file.add(prompts);
    isEmpty = false;
  }
  const favorites = file.hasFavorites ? await readFavoriteNumbers(manager, userId) : [];
  await requireCurrentActor(manager, actor);
  if (isEmpty && favorites.length === 0) throw new DomainError("NOT_FOUND", "There is nothing to export.");
  yield file.end(favorites);
}

async function checkTextCount(manager: EntityManager, userId: string, limit: number): Promise<void> {
  if ((await countOwnTexts(manager, userId)) > limit)
    throw badInputError(
      `There are more than ${String(limit)} texts, which a zip cannot hold: export JSON or CSV.`,
      "format",
    );
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
