import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvEntry, csvEntries } from "./csv-file";

async function entriesOf(csv: string): Promise<CsvEntry[]> {
  const entries: CsvEntry[] = [];
  for await (const entry of csvEntries(csv)) entries.push(entry);
  return entries;
}

test("a CSV is read as it was written, with the line of each row", async () => {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const texts = fc.string({ unit: fc.constantFrom("a", '"', ",", "\\", "\n", "é", "𠀀", " ") });
  const rows = fc.array(fc.record({ act: texts, other: texts, prompt: texts }));
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const lines = given.map(({ act, other, prompt }) => [act, other, prompt].map(quote).join(","));
      let line = 2;
      const expected = given.map(({ act, other, prompt }) => {
        const row = { line, act, prompt };
        line += (act + other + prompt).split("\n").length;
        return row;
      });
      expect(await entriesOf(["act,x,prompt", ...lines].join("\n"))).toEqual(expected);
    }),
  );
});

test("quotation marks within a cell that does not begin with one are its own", async () => {
  const csv = 'act,prompt\n5" screen,say "yes"\n';
  expect(await entriesOf(csv)).toEqual([{ line: 2, act: '5" screen', prompt: 'say "yes"' }]);
});
