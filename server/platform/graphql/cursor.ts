import { badInputError } from "../domain/domain-error";

export type SortDirection = "ASC" | "DESC";
export type CursorKey = number | string;

/** Where a cursor points: the sort key of a row and the id that breaks ties. */
export interface CursorPosition {
  key: CursorKey;
  id: number;
}

/** What a list is sorted by: the name in its cursors and the type of its keys. */
export interface CursorOrder {
  sort: string;
  direction: SortDirection;
  /** `time`: milliseconds since the epoch, compared with a timestamptz(3). */
  key: "integer" | "text" | "time";
  /** How the list was read, where that may differ from page to page. Its cursors carry it. */
  note?: string;
}

const VERSION = 1;
export const MAX_CURSOR_LENGTH = 1024;
/** The maximum time value of a Date. */
const MAX_TIME = 8.64e15;

/** Cursors are opaque to clients, contain nothing secret, and are valid for a single sort and direction. */
export function encodeCursor(order: CursorOrder, position: CursorPosition): string {
  const parts = [VERSION, order.sort, order.direction, position.key, position.id];
  return Buffer.from(JSON.stringify(order.note === undefined ? parts : [...parts, order.note])).toString("base64url");
}

/** What a cursor says of how its list was read; undefined if it says nothing, or is none. To be checked by the list. */
export function cursorNote(cursor: string): string | undefined {
  const note = valuesOf(cursor)?.[5];
  return typeof note === "string" ? note : undefined;
}

/** @throws BAD_USER_INPUT for anything that `encodeCursor` did not make for this order. */
export function decodeCursor(cursor: string, order: CursorOrder, argument: string): CursorPosition {
  const position = parse(cursor, order);
  if (!position) throw badInputError(`"${argument}" is not a cursor of this list in this order.`, argument);
  return position;
}

function valuesOf(cursor: string): unknown[] | undefined {
  if (cursor.length > MAX_CURSOR_LENGTH || !/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined; // Not JSON: the caller reports it as a bad cursor.
  }
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}

function parse(cursor: string, order: CursorOrder): CursorPosition | undefined {
  const values = valuesOf(cursor);
  if (values?.length !== (order.note === undefined ? 5 : 6)) return undefined;
  const [version, sort, direction, key, id] = values;
  if (version !== VERSION || sort !== order.sort || direction !== order.direction) return undefined;
  if (!isId(id) || !isKey(key, order.key)) return undefined;
  // Only the canonical encoding: any other would be a second cache key for the same page.
  return encodeCursor(order, { key, id }) === cursor ? { key, id } : undefined;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isKey(value: unknown, type: CursorOrder["key"]): value is CursorKey {
  if (type === "text") return typeof value === "string" && !value.includes("\0");
  return (
    Number.isSafeInteger(value) && (type === "integer" || ((value as number) >= 0 && (value as number) <= MAX_TIME))
  );
}
