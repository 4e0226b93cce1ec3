import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "./csv-file";
import { ImportFile, isRefusal } from "./file-prompt";

async function entriesOf(csv: string): Promise<object[]> {
  const file = new ImportFile();
  await readCsv(csv, { locale: "en", keepsPlaceholders: true }, file);
  return file.prompts.map((entry) =>
    isRefusal(entry)
      ? { line: entry.line, refused: entry.field }
      : { line: entry.line, title: entry.draft.texts[0]?.title, content: entry.draft.texts[0]?.content },
  );
}

test.each([",", ";", "\t"])("a CSV with %j is read as it was written, with the line of each row", async (delimiter) => {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const texts = fc
    .string({ unit: fc.constantFrom("a", '"', ",", ";", "\t", "\\", "\n", "é", "𠀀", " ") })
    .map((text) => `${text}.`);
  const rows = fc.array(fc.record({ act: texts, other: texts, prompt: texts }));
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const lines = given.map(({ act, other, prompt }) => [act, other, prompt].map(quote).join(delimiter));
      let line = 2;
      const expected = given.map(({ act, other, prompt }) => {
        const row = { line, title: act, content: prompt };
        line += (act + other + prompt).split("\n").length;
        return row;
      });
      expect(await entriesOf([["Act", "x", " PROMPT"].join(delimiter), ...lines].join("\n"))).toEqual(expected);
    }),
  );
});

test("quotation marks within a cell that does not begin with one are its own", async () => {
  const csv = 'act,prompt\n5" screen,say "yes"\n';
  expect(await entriesOf(csv)).toEqual([{ line: 2, title: '5" screen', content: 'say "yes"' }]);
});

test("a row whose quotation mark is not closed is refused by its line, those after it are read", async () => {
  const csv = 'act,prompt\n\n\na,"b\nc",d\n\n"e,f\ng,h\n';
  expect(await entriesOf(csv)).toEqual([
    { line: 4, title: "a", content: "b\nc" },
    { line: 7, refused: null },
    { line: 8, title: "g", content: "h" },
  ]);
});

test("a file of quotation marks that are not closed is not read again and again", async () => {
  const broken = (count: number) => `act,prompt\n${'"a","b\n'.repeat(count)}`;
  expect(await entriesOf(broken(10))).toHaveLength(10);
  await expect(entriesOf(broken(31))).rejects.toMatchObject({ code: "UNREADABLE_FILE", line: 12 });
});

test("rows of a spreadsheet that are empty do not count", async () => {
  const csv = `act,prompt\na,b\n${",\n".repeat(20_000)}`;
  expect(await entriesOf(csv)).toHaveLength(1);
  await expect(entriesOf(csv.repeat(6))).rejects.toMatchObject({ code: "TOO_MANY" });
});

test.each([
  ["three columns without a header", "a,b,c\nd,e,f", 1],
  ["a header without a text", "\ntitle,tags\na,b", 2],
  ["one column without a header", "A line of a text.\nAnother one.", 1],
  ["nothing", "", 1],
  ["a separator alone", "sep=;\n", 1],
])("%s is refused as a whole", async (_, csv, line) => {
  await expect(entriesOf(csv)).rejects.toMatchObject({ code: "MISSING_COLUMNS", line });
});
