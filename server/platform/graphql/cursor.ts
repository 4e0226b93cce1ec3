import { hash } from "node:crypto";
import { badInputError } from "../domain/domain-error";

export type SortDirection = "ASC" | "DESC";
export type CursorKey = number | string;

/** Where a cursor points: the sort key of a row and the id that breaks ties. */
export interface CursorPosition {
  key: CursorKey;
  id: number;
}

/** A list and what it is sorted by: the name in its cursors and the type of its keys. */
export interface CursorOrder {
  /** Which rows it has: `listDigest`. */
  list: string;
  sort: string;
  direction: SortDirection;
  /** `time`: milliseconds since the epoch, compared with a timestamptz(3). */
  key: "integer" | "text" | "time";
  /** How the list was read, where that may differ from page to page. Its cursors carry it. */
  note?: string;
}

const VERSION = 2;
/** 48 bits, in characters: no two lists that anybody reads are taken for each other by chance. */
const DIGEST_LENGTH = 8;
export const MAX_CURSOR_LENGTH = 1024;
/** The maximum time value of a Date. */
const MAX_TIME = 8.64e15;

/**
 * What tells a list from others.
 * @param name of the kind of list
 * @param of what its rows depend on besides the page: filter, parent, whose it is. In one form, however it was asked for
 */
export function listDigest(name: string, ...of: unknown[]): string {
  return hash("sha256", JSON.stringify([name, ...of]), "base64url").slice(0, DIGEST_LENGTH);
}

/** Cursors are opaque to clients, contain nothing secret, and are valid for a single list, sort and direction. */
export function encodeCursor(order: CursorOrder, position: CursorPosition): string {
  const parts = [VERSION, order.list, order.sort, order.direction, position.key, position.id];
  return Buffer.from(JSON.stringify(order.note === undefined ? parts : [...parts, order.note])).toString("base64url");
}

/** What a cursor says of how its list was read; undefined if it says nothing, or is none. To be checked by the list. */
export function cursorNote(cursor: string): string | undefined {
  const note = valuesOf(cursor)?.[6];
  return typeof note === "string" ? note : undefined;
}

/** @throws BAD_USER_INPUT for anything that `encodeCursor` did not make for this list in this order. */
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
  if (values?.length !== (order.note === undefined ? 6 : 7)) return undefined;
  const [version, list, sort, direction, key, id] = values;
  if (version !== VERSION || list !== order.list) return undefined;
  if (sort !== order.sort || direction !== order.direction) return undefined;
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
