import fc from "fast-check";
import { expect, test } from "vitest";
import { TRANSFER_LIMITS } from "../../../contract/transfer";
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

test.each(["Description", "Prompt", "Text", "Content", "Name", "Title", "Act", "Tags"])(
  "the title %s makes no heading of the first prompt",
  async (title) => {
    for (const text of ["Write a product description for {{x}}", "Sing: la", "Go on!", "Use {{x}}", "Write; or sing"])
      expect(await entriesOf(`${title},${text}\nPoem,Write a poem`)).toEqual([
        { line: 1, title, content: text },
        { line: 2, title: "Poem", content: "Write a poem" },
      ]);
  },
);

test.each([
  "Nr.,Prompt",
  "Last edited,Prompt",
  "Prompt,Last edited time,Number of uses",
  "prompt,",
  ",prompt,act",
  "title,description",
  "What is it about?,act,prompt",
])("%s is a heading", async (heading) => {
  const row = heading.split(",").map((_, index) => String(index));
  expect(await entriesOf(`${heading}\n${row.join(",")}`)).toMatchObject([{ line: 2 }]);
});

test("a sentence beside a name in a table that needs a heading is no heading", async () => {
  const csv = "Text,Write a product description, please\nPoem,Write a poem, please";
  await expect(entriesOf(csv)).rejects.toMatchObject({ code: "MISSING_COLUMNS", line: 1 });
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

test("a quotation mark that is not closed takes no words from the rows after it", async () => {
  expect(await entriesOf('title,content\nA,"one"\nB,"two\nC,"three"\nD,"four"')).toEqual([
    { line: 2, title: "A", content: "one" },
    { line: 3, refused: null },
    { line: 4, title: "C", content: "three" },
    { line: 5, title: "D", content: "four" },
  ]);
});

test.each([
  ["that stands alone within a quotation", 'act,prompt\na,"say "hi" to me, please"\nb,c'],
  ["before a word", 'act,prompt\n"a"b,c\nb,c'],
])("a row with a quotation mark %s is refused by its line", async (_, csv) => {
  expect(await entriesOf(csv)).toEqual([
    { line: 2, refused: null },
    { line: 3, title: "b", content: "c" },
  ]);
});

test("blanks around a quotation are no part of it, those within it are", async () => {
  expect(await entriesOf(' "PROMPT" ; "Act" \n" say; it " ; "a\nb "\n c ;d e\n')).toEqual([
    { line: 2, title: "a\nb ", content: " say; it " },
    { line: 4, title: "d e", content: "c" },
  ]);
  expect(await entriesOf('"title"\t "content"\n"a"\t"b"\n\t"c"\n')).toEqual([
    { line: 2, title: "a", content: "b" },
    { line: 3, title: "c", content: "c" },
  ]);
});

test("any number of rows is refused one by one, but rows are not read again and again", async () => {
  const broken = (count: number, text: string) => `act,prompt\n${`"a","${text}\n`.repeat(count)}`;
  expect(await entriesOf(broken(31, "b"))).toHaveLength(31);
  await expect(entriesOf(broken(TRANSFER_LIMITS.prompts + 2, "b"))).rejects.toMatchObject({ code: "TOO_MANY" });
  const lines = `${"x".repeat(100_000)}\n`.repeat(10);
  await expect(entriesOf(`act,prompt\n${`a,"${lines}`.repeat(23)}`)).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
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
