import type { DataSource } from "typeorm";
import { type CursorOrder, cursorNote } from "../../platform/graphql/cursor";
import type { PageWindow } from "../../platform/graphql/page-window";
import { mayBeMeant } from "../../platform/search";
import { correctionsOf } from "./correction";
import type { PromptFilter } from "./prompt.input";
import { isSearching, type PromptList, type Reading } from "./prompt-list.reader";
import { PromptOriginEnum } from "./prompt.type";
import { LITTLE, type SearchMode } from "./search-pages";

/** A word of a query, by its place among the words, and what is searched for instead. */
type Correction = readonly [place: number, word: string];

/** How the query of a list was read, for its other pages and for the caller. */
export interface SearchReading extends Reading {
  mode: SearchMode;
  /** Whether any prompt of the list has all words. */
  hasAll: boolean;
  correctedQuery: string | null;
}

const MAX_CORRECTIONS = 4;
const NOTE = /^(ALL|CLOSEST)(-?)((?: \d{1,2}:[\p{L}\p{M}]{1,32}){0,4})$/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** What the cursors of a list say of how its query was read. */
export function noteOf({ mode, hasAll }: SearchReading, corrections: readonly Correction[]): string {
  return [`${mode}${hasAll ? "" : "-"}`, ...corrections.map(([place, word]) => `${String(place)}:${word}`)].join(" ");
}

/** How the pages before were read. @returns an order that accepts their cursors alone */
export function readingBefore(
  order: CursorOrder,
  cursor: string | null | undefined,
  filter: PromptFilter,
): { order: CursorOrder; reading?: SearchReading } {
  if (cursor == null || !isSearching(filter)) return { order };
  const note = cursorNote(cursor) ?? "";
  const [, mode, none, given = ""] = NOTE.exec(note) ?? [];
  const corrections = given.split(" ").flatMap((each): Correction[] => {
    const [place, word] = each.split(":");
    return place && word ? [[Number(place), word]] : [];
  });
  const typed = filter.query ?? "";
  const correctedQuery = corrections.length > 0 ? corrected(typed, corrections) : null;
  const words = typed.match(WORD) ?? [];
  // Anybody can write a cursor, and what is searched for instead is shown: only what may be meant.
  const isMeant = corrections.every(([place, word]) => mayBeMeant(words[place] ?? "", word));
  const isOwn = isMeant && !(filter.asTyped && correctedQuery !== null) && correctedQuery !== typed;
  if (mode === undefined || !isOwn) return { order: { ...order, note: "ALL" } };
  const reading = { query: correctedQuery ?? typed, mode: mode as SearchMode, hasAll: none === "", correctedQuery };
  return { order: { ...order, note: noteOf(reading, corrections) }, reading };
}

function corrected(query: string, corrections: readonly Correction[]): string {
  const words = new Map(corrections);
  let place = -1;
  return query.replace(WORD, (word) => words.get((place += 1)) ?? word);
}

export interface FoundRow {
  mode?: SearchMode;
  complete_count?: number;
}

interface Found<Row> {
  rows: Row[];
  reading: SearchReading;
  note: string;
}

type Read<Row> = (list: PromptList, window: PageWindow) => Promise<Row[]>;

/**
 * Reads the first page of a search, and finds out how to read the query: if hardly any prompt has all words, those count that have most;
 * if words are in no prompt at all, the nearest ones that are.
 * @param read the page of a list
 */
export async function readFirstPage<Row extends FoundRow>(
  dataSource: DataSource,
  list: PromptList,
  window: PageWindow,
  read: Read<Row>,
): Promise<Found<Row>> {
  const typed = list.filter.query ?? "";
  const first = await readComplete(list, typed, window, read);
  // Before what comes closest is looked for, which takes longer.
  const better =
    first.reading.hasAll || list.filter.asTyped || list.ownerId
      ? null
      : await readCorrected(dataSource, list, window, read);
  if (better) return better;
  const found = await orClosest(first, list, window, read);
  return { ...found, note: noteOf(found.reading, []) };
}

/** Null if nothing is misspelled, or nothing found for what is meant. */
async function readCorrected<Row extends FoundRow>(
  dataSource: DataSource,
  list: PromptList,
  window: PageWindow,
  read: Read<Row>,
): Promise<Found<Row> | null> {
  const typed = list.filter.query ?? "";
  const words = await correctionsOf(dataSource, list, typed);
  const corrections = [...typed.matchAll(WORD)]
    .flatMap(([word], place): Correction[] => {
      const better = words.get(word);
      return better === undefined ? [] : [[place, better]];
    })
    .slice(0, MAX_CORRECTIONS);
  const query = corrected(typed, corrections);
  if (corrections.length === 0 || query === typed) return null;
  const found = await orClosest(await readComplete(list, query, window, read), list, window, read);
  const reading = { ...found.reading, correctedQuery: query };
  // Without the words that nobody has, as much may be found; with what is offered instead, more.
  return found.rows.length > 0 ? { rows: found.rows, reading, note: noteOf(reading, corrections) } : null;
}

/** What has all words; of the library, where all texts are scored in any case, also what comes closest. */
async function readComplete<Row extends FoundRow>(
  list: PromptList,
  query: string,
  window: PageWindow,
  read: Read<Row>,
): Promise<Omit<Found<Row>, "note">> {
  const base = { query, correctedQuery: null };
  if (isLibrary(list)) {
    const rows = await read({ ...list, reading: { query, mode: null } }, window);
    const [row] = rows;
    return { rows, reading: { ...base, mode: row?.mode ?? "ALL", hasAll: (row?.complete_count ?? 0) > 0 } };
  }
  const limit = list.ownerId ? window.limit : Math.max(window.limit, LITTLE);
  const rows = await read({ ...list, reading: { query, mode: "ALL" } }, { ...window, limit });
  return { rows, reading: { ...base, mode: "ALL", hasAll: rows.length > 0 } };
}

async function orClosest<Row extends FoundRow>(
  complete: Omit<Found<Row>, "note">,
  list: PromptList,
  window: PageWindow,
  read: Read<Row>,
): Promise<Omit<Found<Row>, "note">> {
  if (list.ownerId || isLibrary(list)) return complete;
  const { rows, reading } = complete;
  if (rows.length < LITTLE) {
    const scored = await read({ ...list, reading: { query: reading.query, mode: null } }, window);
    if (scored[0]?.mode === "CLOSEST") return { rows: scored, reading: { ...reading, mode: "CLOSEST" } };
  }
  // Of the same order as the pages that follow.
  return { rows: rows.slice(0, window.limit), reading };
}

function isLibrary({ filter }: PromptList): boolean {
  return filter.origin === PromptOriginEnum.LIBRARY;
}
