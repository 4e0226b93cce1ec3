import { LIMITS } from "../../../contract/limits";
import { decodeCursor, type CursorOrder, type CursorPosition, type SortDirection } from "./cursor";
import { badInputError } from "../domain/domain-error";
import type { PageArgs } from "./page.args";

/**
 * The requested part of a sorted list, by Relay's cursor connection specification: the rows strictly after `after` and before
 * `before`; of these the first `first`; of these the last `last`.
 */
export interface PageWindow {
  order: CursorOrder;
  after: CursorPosition | undefined;
  before: CursorPosition | undefined;
  first: number | undefined;
  last: number | undefined;
  /** Whether to read from the end of the list, for `last` without `first`. */
  backward: boolean;
  /** Whether the window includes the cursor's own row: for looking beyond a page, and for pages that begin with a given row. */
  inclusive: boolean;
  /** How many rows to read: one more than the page, to find out whether there are more. */
  limit: number;
}

/** @throws BAD_USER_INPUT if a size is outside 0–100 or a cursor is not from this list. */
export function pageWindow(args: PageArgs, order: CursorOrder): PageWindow {
  const last = size(args.last, "last");
  const first = size(args.first, "first") ?? (last === undefined ? LIMITS.defaultPageSize : undefined);
  return {
    order,
    after: args.after == null ? undefined : decodeCursor(args.after, order, "after"),
    before: args.before == null ? undefined : decodeCursor(args.before, order, "before"),
    first,
    last,
    backward: first === undefined,
    inclusive: false,
    limit: Math.max(first ?? 0, last ?? 0) + 1,
  };
}

/** What the rows of a page depend on besides the list: pages of several lists with the same one are read in one statement. */
export function windowKey({ order: { list: _, ...order }, ...window }: PageWindow): string {
  return JSON.stringify([order, window]);
}

/** The window that begins with a row, instead of after a cursor. */
export function startingAt(window: PageWindow, position: CursorPosition): PageWindow {
  return { ...window, after: position, inclusive: true };
}

function size(value: number | null | undefined, argument: string): number | undefined {
  if (value == null) return undefined;
  if (value < 0 || value > LIMITS.pageSize) {
    throw badInputError(`"${argument}" must be between 0 and ${String(LIMITS.pageSize)}.`, argument);
  }
  return value;
}

export interface PageSlice<Row> {
  rows: Row[];
  /** `undefined` if it takes another query to find out. */
  hasNextPage: boolean | undefined;
  hasPreviousPage: boolean | undefined;
}

/** Cuts the page out of the rows read with `window.limit` in the window's reading direction. */
export function slicePage<Row>(window: PageWindow, read: Row[]): PageSlice<Row> {
  const { first, last } = window;
  const inFirst = first === undefined ? read : read.slice(0, first);
  const rows =
    last === undefined
      ? inFirst
      : window.backward
        ? inFirst.slice(0, last).reverse()
        : inFirst.slice(Math.max(0, inFirst.length - last));
  return {
    rows,
    hasNextPage: first !== undefined && read.length > first ? true : window.before === undefined ? false : undefined,
    hasPreviousPage: last !== undefined && read.length > last ? true : window.after === undefined ? false : undefined,
  };
}

/**
 * The window's cursors as SQL row comparisons, which use the index on the sort order.
 * @param key SQL of the sort key. @param id SQL of the id. @param bind adds a parameter and returns its placeholder.
 */
export function keysetConditions(
  window: PageWindow,
  key: string,
  id: string,
  bind: (value: unknown) => string,
): string[] {
  const descending = window.order.direction === "DESC";
  const place = (position: CursorPosition) => {
    if (window.order.key === "time") return `to_timestamp(${bind(position.key)}::double precision / 1000)`;
    return `${bind(position.key)}::${window.order.key === "integer" ? "bigint" : "text"}`;
  };
  const orEqual = window.inclusive ? "=" : "";
  const compare = (position: CursorPosition, operator: string) =>
    key === id
      ? `${id} ${operator}${orEqual} ${bind(position.id)}::bigint`
      : `(${key}, ${id}) ${operator}${orEqual} (${place(position)}, ${bind(position.id)}::bigint)`;
  return [
    ...(window.after ? [compare(window.after, descending ? "<" : ">")] : []),
    ...(window.before ? [compare(window.before, descending ? ">" : "<")] : []),
  ];
}

/** The SQL ORDER BY list, in the direction in which the window is read. */
export function keysetOrder(window: PageWindow, key: string, id: string): string {
  const direction = (window.order.direction === "DESC") === window.backward ? "asc" : "desc";
  return key === id ? `${id} ${direction}` : `${key} ${direction}, ${id} ${direction}`;
}

/**
 * A window for the single row at or beyond a cursor: `after` to find out whether there is a previous page, `before` for a next page,
 * if the page itself does not show it.
 */
export function beyond(window: PageWindow, cursor: "after" | "before"): PageWindow {
  return {
    order: cursor === "before" ? window.order : { ...window.order, direction: opposite(window.order.direction) },
    after: window[cursor],
    before: undefined,
    first: 1,
    last: undefined,
    backward: false,
    inclusive: !window.inclusive,
    limit: 1,
  };
}

function opposite(direction: SortDirection): SortDirection {
  return direction === "DESC" ? "ASC" : "DESC";
}
