import type { DataSource } from "typeorm";
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportedPrompt, type ExportHead } from "../../../contract/transfer";
import { requireMember } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { requireCurrentActor } from "../account";
import { readFavoriteNumbers } from "../favorite";
import { type OwnPrompt, readOwnPrompts } from "../prompt";
import { tagStore } from "../tag";

/**
 * The parts of a file with everything of the caller's. It is read batch by batch as fast as the reader takes it: each prompt is as it is at
 * one moment, and a slow reader keeps no connection.
 * @throws NOT_FOUND if there is nothing, UNAUTHENTICATED for a visitor, and for a session or token that ends meanwhile
 */
export async function* exportAccount(dataSource: DataSource, actor: Actor, site: string): AsyncGenerator<string, void> {
  const userId = requireMember(actor);
  const { manager } = dataSource;
  const tags = await tagStore(dataSource);
  let isEmpty = true;
  for await (const batch of readOwnPrompts(manager, userId)) {
    await requireCurrentActor(manager, actor);
    const lines = batch.map((prompt) => JSON.stringify(toExported(prompt, (id) => tags.byId(id)?.slug ?? [])));
    yield `${isEmpty ? beginOf(site) : ","}\n${lines.join(",\n")}`;
    isEmpty = false;
  }
  const favorites = await readFavoriteNumbers(manager, userId);
  await requireCurrentActor(manager, actor);
  if (isEmpty && favorites.length === 0) throw new DomainError("NOT_FOUND", "There is nothing to export.");
  yield `${isEmpty ? beginOf(site) : ""}\n],\n"favorites":${JSON.stringify(favorites.map(String))}}\n`;
}

function beginOf(site: string): string {
  return `${JSON.stringify(headOf(site)).slice(0, -1)},\n"prompts":[`;
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
