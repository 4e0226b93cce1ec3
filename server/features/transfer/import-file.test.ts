import fc from "fast-check";
import { expect, test } from "vitest";
import { csvEntries } from "./csv-file";
import { textOf } from "./file-text";
import { jsonEntries } from "./json-file";

/** A file that arrives in pieces of these lengths, over and over. */
async function* pieces(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Uint8Array, void> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
    await Promise.resolve();
  }
}

async function all<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
const texts = fc.string({ unit: fc.constantFrom("a", '"', ",", "\\", "\n", "\r", "é", "𠀀", "[", "}", " ") });

test("a JSON file is read as JSON.parse reads it, wherever its pieces end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 3 })), lengths, fc.boolean(), async (list, at, isPretty) => {
      const text = JSON.stringify({ a: 1, prompts: list, b: "x" }, null, isPretty ? 2 : undefined);
      const entries = await all(jsonEntries(textOf(pieces(Buffer.from(text), at)), ["prompts"]));
      expect(entries.flatMap((entry) => ("list" in entry ? [entry.value] : []))).toEqual(
        JSON.parse(JSON.stringify(list)),
      );
      expect(entries.flatMap((entry) => ("member" in entry ? [entry.member] : []))).toEqual(["a", "b"]);
    }),
  );
});

test("a CSV is read as it was written, wherever its pieces end, with the line of each row", async () => {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = fc.array(fc.record({ act: texts, other: texts, prompt: texts }));
  await fc.assert(
    fc.asyncProperty(rows, lengths, fc.constantFrom("\n", "\r\n", "\r"), async (given, at, end) => {
      const lines = given.map(({ act, other, prompt }) => [act, other, prompt].map(quote).join(","));
      const text = ["\ufeffact,x,prompt", ...lines].join(end);
      const plain = (cell: string) => cell.replace(/\r\n?/g, "\n");
      let line = 2;
      const expected = given.map(({ act, other, prompt }) => {
        const row = { line, act: plain(act), prompt: plain(prompt) };
        line += [act, other, prompt].map(plain).join("").split("\n").length;
        return row;
      });
      expect(await all(csvEntries(textOf(pieces(Buffer.from(text), at))))).toEqual(expected);
    }),
  );
});

test("quotation marks within a cell that does not begin with one are its own", async () => {
  const csv = 'act,prompt\n5" screen,say "yes"\n"a" b,""\n';
  expect(await all(csvEntries(textOf(pieces(Buffer.from(csv), [3]))))).toEqual([
    { line: 2, act: '5" screen', prompt: 'say "yes"' },
    { line: 3, act: "a b", prompt: "" },
  ]);
});
