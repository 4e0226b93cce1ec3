import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DataSource, EntityManager } from "typeorm";
import { FIRST_COMMUNITY_PROMPT_ID } from "../../../contract/limits";
import { type ImportReport, type Refusal, TRANSFER_LIMITS } from "../../../contract/transfer";
import type { Actor } from "../../platform/domain/actor";
import { hasInvalidCharacters } from "../../platform/domain/characters";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { withLongWriter } from "../account";
import { appendFavorites } from "../favorite";
import {
  type CheckedPrompt,
  checkPrompt,
  insertPrompts,
  type PromptDraft,
  readOwnPrompts,
  replaceOwnPrompt,
  TEXT_CAPS,
  usableTags,
} from "../prompt";
import { type TagStore, tagStore } from "../tag";
import { type FilePlace, type FilePrompt, type ImportFile, isRefusal } from "./file-prompt";

export interface ImportOptions {
  /** The address of this site. */
  siteUrl: string;
  onProgress(done: number, total: number): void;
  /** Aborted when nobody waits for the report any more. */
  signal: AbortSignal;
}

/** A prompt of the file that may be stored. */
interface Entry extends FilePlace {
  id: number | null;
  /** Named by the file apart from its words. */
  isNumbered: boolean;
  /** Of `${name}`. */
  blanks: number;
  prompt: CheckedPrompt;
  /** Tells identical prompts. */
  digest: string;
}

/** In a statement. */
const BATCH_PROMPTS = 100;
const BATCH_UNITS = 60_000;

/** For a statement of an import; it writes some hundred texts with their indexes. */
const STATEMENT_TIMEOUT = "20s";

/**
 * Imports a file into the caller's account in one transaction. New prompts are private, and nothing public changes.
 * @throws UNAUTHENTICATED also when the session or token has ended meanwhile, SERVICE_UNAVAILABLE
 */
export async function importFile(
  dataSource: DataSource,
  actor: Actor,
  file: ImportFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const { entries, refusals } = await checkEntries(dataSource, file, options);
  const tags = await tagStore(dataSource);
  const report = await withLongWriter(dataSource, actor, async (manager, userId, goOn) => {
    await manager.query(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`);
    await lockImports(manager, userId);
    const refused = [...refusals];
    const step = async (done: number): Promise<void> => {
      options.signal.throwIfAborted();
      await goOn();
      options.onProgress(done, entries.length);
    };
    const { added, updated, skipped, placeholders, numbers } = await writePrompts(manager, userId, entries, file, {
      tags,
      siteUrl: options.siteUrl,
      refuse: ({ line, entry, file: path }, problem) => refused.push({ line, entry, file: path, ...problem }),
      step,
    });
    const favoritesAdded = await writeFavorites(manager, userId, file, numbers, options.siteUrl, refused);
    options.signal.throwIfAborted();
    return { added, updated, skipped, favoritesAdded, encoding: file.encoding, placeholders, refused };
  });
  const isFavorite = ({ field }: Refusal) => Number(field === "favorites");
  const refused = report.refused.sort((one, other) => isFavorite(one) - isFavorite(other) || one.entry - other.entry);
  return { ...report, refused: refused.slice(0, TRANSFER_LIMITS.refusals), refusedCount: refused.length };
}

/** The rules of each prompt's words, before the transaction. */
async function checkEntries(
  dataSource: DataSource,
  file: ImportFile,
  { signal, onProgress }: ImportOptions,
): Promise<{ entries: Entry[]; refusals: Refusal[] }> {
  const entries: Entry[] = [];
  const refusals: Refusal[] = file.refusedFavorites.map((refusal) => ({ ...refusal, limit: null }));
  for (const [index, each] of file.prompts.entries()) {
    if (index % BATCH_PROMPTS === 0) onProgress(0, file.prompts.length);
    if (isRefusal(each)) {
      refusals.push({ ...each, limit: null });
      continue;
    }
    signal.throwIfAborted();
    await nextTurn();
    const { line, entry, file: path, id, isNumbered, blanks } = each;
    const checked = await check(dataSource, each);
    if (Array.isArray(checked)) {
      const [first] = checked;
      if (!first) continue;
      const { field, limit } = first;
      refusals.push({ line, entry, file: path, code: first.code as Refusal["code"], field, limit });
    } else {
      const digest = digestOf(checked);
      entries.push({ line, entry, file: path, id, isNumbered, blanks, prompt: checked, digest });
    }
  }
  return { entries, refusals };
}

async function check(dataSource: DataSource, { draft, isPlain }: FilePrompt): Promise<CheckedPrompt | Problem[]> {
  const violations = draft.texts.flatMap(capProblems);
  if (violations.length > 0) return violations;
  const tags = isPlain ? await usableTags(dataSource, draft.tags, draft.sourceLocale) : draft.tags;
  const { prompt, problems } = await checkPrompt(dataSource, { ...draft, tags });
  return prompt ?? problems;
}

/** What the API refuses before it looks at a text. */
function capProblems(text: PromptDraft["texts"][number]): Problem[] {
  return (["title", "content", "remark", "notes"] as const).flatMap((field) => {
    const value = text[field] ?? "";
    if (value.length > TEXT_CAPS[field]) return [problem(ProblemCode.TOO_LONG, field, TEXT_CAPS[field])];
    return hasInvalidCharacters(value) ? [problem(ProblemCode.INVALID_CHARACTERS, field)] : [];
  });
}

function digestOf({ sourceLocale, tagIds, texts }: CheckedPrompt): string {
  const sorted = texts.toSorted((one, other) => (one.locale < other.locale ? -1 : 1));
  return createHash("sha256")
    .update(
      JSON.stringify([
        sourceLocale,
        tagIds,
        sorted.map(({ locale, title, content, remark, notes }) => [locale, title, content, remark, notes]),
      ]),
    )
    .digest("base64");
}

/** One import of an account at a time, of all processes. */
async function lockImports(manager: EntityManager, userId: string): Promise<void> {
  const [row] = await manager.query<{ locked: boolean }[]>(
    "select pg_try_advisory_xact_lock(hashtextextended('import ' || $1, 0)) as locked",
    [userId],
  );
  if (!row?.locked) throw new DomainError("SERVICE_UNAVAILABLE", "Another import is under way.", { retryAfter: 10 });
}

interface WriteOptions {
  tags: TagStore;
  siteUrl: string;
  refuse(place: FilePlace, problem: Pick<Refusal, "code" | "field" | "limit">): void;
  step(done: number): Promise<void>;
}

interface Written {
  added: number;
  updated: number;
  skipped: number;
  placeholders: ImportReport["placeholders"];
  /** Of the prompts of the file in this account, by their numbers in the file. */
  numbers: Map<number, number>;
}

async function writePrompts(
  manager: EntityManager,
  userId: string,
  entries: readonly Entry[],
  file: ImportFile,
  { tags, siteUrl, refuse, step }: WriteOptions,
): Promise<Written> {
  const numbers = new Map<number, number>();
  const name = ({ id }: Entry, number: number): void => {
    if (id !== null) numbers.set(id, number);
  };
  const own = await readOwn(manager, userId, step);
  const isSameSite = isOfSite(file, siteUrl);
  let skipped = 0;
  const changed: (Entry & { id: number })[] = [];
  const others: Entry[] = [];
  for (const entry of entries) {
    const { id } = entry;
    const former = id === null || !isSameSite ? undefined : own.byId.get(id);
    if (id === null || !former) others.push(entry);
    else {
      // Two entries of one number: the first is it.
      own.byId.delete(id);
      name(entry, id);
      if (former.digest === entry.digest) skipped += 1;
      else if (former.shared) refuse(entry, { code: "SHARED", field: null, limit: null });
      else changed.push({ ...entry, id });
    }
  }
  // Of what is left: as many identical prompts as the account has are skipped, so that two that are the same stay two.
  const unmatched = new Map<string, number[]>();
  for (const [id, { digest }] of [...own.byId].reverse()) {
    const twins = unmatched.get(digest);
    if (twins) twins.push(id);
    else unmatched.set(digest, [id]);
  }
  const created: Entry[] = [];
  const room = TRANSFER_LIMITS.ownPrompts - own.count;
  // Two identical prompts of an export are two, as they were in the account; two identical rows of a plain list are a slip.
  const listed = new Set<string>();
  for (const entry of others) {
    // The oldest one is the last.
    const twin = unmatched.get(entry.digest)?.pop();
    if (twin !== undefined) {
      name(entry, twin);
      skipped += 1;
    } else if (!entry.isNumbered && listed.has(entry.digest)) {
      skipped += 1;
    } else if (created.length < room) created.push(entry);
    else {
      refuse(entry, { code: "TOO_MANY", field: null, limit: TRANSFER_LIMITS.ownPrompts });
      continue;
    }
    if (!entry.isNumbered) listed.add(entry.digest);
  }
  let done = entries.length - created.length - changed.length;
  for (const batch of batches(created)) {
    await step(done);
    const ids = await insertPrompts(
      manager,
      tags,
      userId,
      batch.map(({ prompt }) => prompt),
      false,
    );
    for (const [index, id] of ids.entries()) {
      const entry = batch[index];
      if (entry) name(entry, id);
    }
    done += batch.length;
  }
  // Last, because others may want to change them, and by number, as whoever locks several does.
  let updated = 0;
  for (const { id, prompt, ...place } of changed.toSorted((one, other) => one.id - other.id)) {
    await step(done);
    const outcome = await replaceOwnPrompt(manager, tags, userId, id, prompt);
    if (outcome === "replaced") updated += 1;
    else if (outcome === "identical") skipped += 1;
    else refuse(place, { code: outcome === "shared" ? "SHARED" : "NOT_FOUND", field: null, limit: null });
    done += 1;
  }
  await step(done);
  const converted = created.filter(({ blanks }) => blanks > 0);
  const placeholders = { prompts: converted.length, blanks: converted.reduce((sum, { blanks }) => sum + blanks, 0) };
  return { added: created.length, updated, skipped, placeholders, numbers };
}

async function readOwn(manager: EntityManager, userId: string, step: (done: number) => Promise<void>) {
  const byId = new Map<number, { digest: string; shared: boolean }>();
  for await (const batch of readOwnPrompts(manager, userId)) {
    for (const prompt of batch) byId.set(prompt.id, { digest: digestOf(prompt), shared: prompt.shared });
    await step(0);
  }
  return { byId, count: byId.size };
}

function* batches(entries: readonly Entry[]): Generator<Entry[], void> {
  let batch: Entry[] = [];
  let units = 0;
  for (const entry of entries) {
    batch.push(entry);
    for (const { content, notes } of entry.prompt.texts) units += content.length + (notes?.length ?? 0);
    if (batch.length < BATCH_PROMPTS && units < BATCH_UNITS) continue;
    yield batch;
    batch = [];
    units = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Favourites of prompts of the file follow them to their new numbers; the others have the same number on this site. */
async function writeFavorites(
  manager: EntityManager,
  userId: string,
  file: ImportFile,
  numbers: ReadonlyMap<number, number>,
  siteUrl: string,
  refused: Refusal[],
): Promise<number> {
  if (file.favorites.length === 0) return 0;
  // Those that were refused have no new number; on another site their number is somebody else's.
  const entryIds = new Set(file.prompts.flatMap((entry) => (isRefusal(entry) || entry.id === null ? [] : [entry.id])));
  const isSameSite = isOfSite(file, siteUrl);
  const wanted = file.favorites.map(({ line, entry, file: path, id }) => {
    const number = numbers.get(id);
    const isKnown = id < FIRST_COMMUNITY_PROMPT_ID || (isSameSite && !entryIds.has(id));
    return { line, entry, file: path, id: number ?? (isKnown ? id : null) };
  });
  const { added, invisible, tooMany } = await appendFavorites(
    manager,
    userId,
    wanted.flatMap(({ id }) => id ?? []),
  );
  for (const { id, ...place } of wanted) {
    const field = "favorites";
    if (id === null || invisible.has(id)) refused.push({ ...place, code: "NOT_FOUND", field, limit: null });
    else if (tooMany.has(id)) refused.push({ ...place, code: "TOO_MANY", field, limit: TRANSFER_LIMITS.favorites });
  }
  return added;
}

/** Numbers of another site name other prompts here. A file that names no site is taken for one of this. */
function isOfSite({ site }: ImportFile, siteUrl: string): boolean {
  return site === null || site === siteUrl;
}
