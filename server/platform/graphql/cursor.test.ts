import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeCursor, encodeCursor, listDigest, type CursorOrder } from "./cursor";

const LIST = "abcdefgh";
const ORDERS = [
  { list: LIST, sort: "SUPPORT", direction: "ASC", key: "integer" },
  { list: LIST, sort: "NAME", direction: "DESC", key: "text" },
  { list: LIST, sort: "BORN", direction: "DESC", key: "time" },
] as const satisfies CursorOrder[];

const KEYS = {
  integer: fc.maxSafeInteger(),
  text: fc.string({ unit: "grapheme", maxLength: 64 }),
  time: fc.integer({ min: 0, max: 8.64e15 }),
} as const;

test.each(ORDERS)("a cursor by $key decodes to the position that it encodes", (order) => {
  fc.assert(
    fc.property(
      KEYS[order.key] as fc.Arbitrary<string | number>,
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (key, id) => {
        fc.pre(!String(key).includes("\0"));
        const cursor = encodeCursor(order, { key, id });
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor, order, "after")).toEqual({ key, id });
      },
    ),
  );
});

test("a non-canonical encoding of a cursor is rejected", () => {
  const [order] = ORDERS;
  const cursor = encodeCursor(order, { key: 3, id: 4 });
  const spelled = (text: string) => Buffer.from(text).toString("base64url");
  const own = Buffer.from(cursor, "base64url").toString();
  expect(decodeCursor(spelled(own), order, "after")).toEqual({ key: 3, id: 4 });
  for (const other of [own.replace("3", "3.0"), own.replace("3", "3e0"), own.replace(",", ", "), `${own} `]) {
    expect(() => decodeCursor(spelled(other), order, "after")).toThrow(/not a cursor/);
  }
  expect(() => decodeCursor(`${cursor}=`, order, "after")).toThrow(/not a cursor/);
});

test.each([
  [2, LIST, "SUPPORT", "ASC", 1.5, 1],
  [2, LIST, "SUPPORT", "ASC", "1", 1],
  [2, LIST, "SUPPORT", "ASC", 2 ** 53, 1],
  [2, LIST, "SUPPORT", "ASC", 1, 0],
  [2, LIST, "SUPPORT", "ASC", 1, -1],
  [2, LIST, "SUPPORT", "ASC", 1, "1"],
  [2, LIST, "SUPPORT", "ASC", null, 1],
  [1, LIST, "SUPPORT", "ASC", 1, 1],
  [1, "SUPPORT", "ASC", 1, 1],
  [2, "hgfedcba", "SUPPORT", "ASC", 1, 1],
  [2, null, "SUPPORT", "ASC", 1, 1],
  [2, LIST, "SUPPORT", "DESC", 1, 1],
  [2, LIST, "NAME", "ASC", 1, 1],
  [2, LIST, "SUPPORT", "ASC", 1],
])("%j is no cursor by support", (...parts) => {
  const cursor = Buffer.from(JSON.stringify(parts)).toString("base64url");
  expect(() => decodeCursor(cursor, ORDERS[0], "before")).toThrow(
    expect.objectContaining({ code: "BAD_USER_INPUT", details: { argument: "before" } }),
  );
});

test("a text with NUL, or a time before the epoch or beyond Date's range, is not a valid key", () => {
  const [, name, born] = ORDERS;
  for (const [order, key] of [
    [name, "a\0"],
    [born, -1],
    [born, 8.64e15 + 1],
  ] as const) {
    expect(() => decodeCursor(encodeCursor(order, { key, id: 1 }), order, "after")).toThrow(/not a cursor/);
  }
});

test("lists differ by their name and by each thing that their rows depend on", () => {
  const digests = [
    listDigest("prompts"),
    listDigest("tags"),
    listDigest("prompts", null),
    listDigest("prompts", 1),
    listDigest("prompts", "1"),
    listDigest("prompts", 1, null),
    listDigest("prompts", [1]),
    listDigest("prompts1"),
  ];
  expect(new Set(digests).size).toBe(digests.length);
  expect(listDigest("prompts", ["a", 1])).toBe(listDigest("prompts", ["a", 1]));
  for (const digest of digests) expect(digest).toMatch(/^[\w-]{8}$/);
});
