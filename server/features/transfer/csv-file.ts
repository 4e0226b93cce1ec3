import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { CSV_COLUMNS, TRANSFER_LIMITS } from "../../../contract/transfer";
import { refuseManySigns } from "./count-of";
import { type FilePlace, type ImportFile, isRefusal } from "./file-prompt";
import { ImportFailedError } from "./import-failure";
import { COLUMNS, type Fields, plainPrompt, type ReadOptions, TEXT_COLUMNS } from "./plain-prompt";

interface Format {
  delimiter: string;
  /** There is one column, whose texts may have the delimiter. */
  isList: boolean;
}

interface Row {
  /** Where it begins. */
  line: number;
  /** Undefined if it cannot be read. */
  cells: string[] | undefined;
}

/** In bytes. A longer row is a quotation mark that is not closed. */
const MAX_ROW = 2 * 1024 * 1024;
/** With the header. */
const MAX_ROWS = TRANSFER_LIMITS.prompts + 1;
/** A spreadsheet may have many below the last prompt. */
const MAX_EMPTY_ROWS = 100_000;
/** Between two pieces other requests have their turns. */
const PIECE_BYTES = 64 * 1024;
/** In bytes: of the rows that a quotation mark which is not closed seems to have in its cell, and which are read again. */
const MAX_READ_AGAIN = 10 * MAX_ROW;

const LINE_FEED = 0x0a;

/** Excel's way to name the separator, in a line of its own. */
const SEPARATOR_LINE = /^"?sep=([^\n])"?[ \t,;]*(?:\n|$)/i;
/** Spreadsheets write what the country uses. Of two that fit, the one that is rarer in sentences. */
const DELIMITERS = ["\t", ";", ","] as const;
/** In code units: the beginning by which the delimiter is found. */
const SAMPLE = 64 * 1024;
const SAMPLE_ROWS = 20;

/** What sentences and blanks have, and names of columns lack. "Nr." is a name. */
const SENTENCE = /[!?;:,…。！？；：，、{}[\]<>$]|\p{L}{4}\./u;

/** Columns in the order of the rows' cells. */
type Header = readonly string[];
/** Of a table without a header. */
const TWO_COLUMNS: Header = ["title", "content"];

/**
 * A table whose first row names its columns, in any order and case, or which has two: title and text.
 * @throws UNREADABLE_FILE, MISSING_COLUMNS, TOO_MANY
 */
export async function readCsv(text: string, options: ReadOptions, file: ImportFile): Promise<void> {
  const separator = SEPARATOR_LINE.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const delimiter = separator?.[1] ?? delimiterOf(body);
  const [first] = sampleOf(body.slice(0, SAMPLE), delimiter, 1);
  const isList = first?.length === 1;
  let header: Header | undefined;
  let entry = 0;
  const addRow = (columns: Header, cells: readonly string[], place: FilePlace) => {
    const isOurs = CSV_COLUMNS.every((name) => columns.includes(name));
    const fields = fieldsIn(columns, columns.length === 1 ? [cells.join(delimiter)] : cells);
    const prompt = plainPrompt(fields, place, isOurs ? { ...options, keepsPlaceholders: true } : options);
    const id = isOurs ? fields.get("id") : "";
    if (isRefusal(prompt) || typeof id !== "string" || id === "") file.add(prompt);
    else file.addText(id, { ...prompt, isNumbered: true });
  };
  for (const { line, cells } of await rowsOf(body, { delimiter, isList }, separator ? 2 : 1)) {
    if (!cells && !header) throw new ImportFailedError("UNREADABLE_FILE", line);
    if (cells && !header) {
      const named = headerOf(cells, line);
      header = named ?? TWO_COLUMNS;
      if (named) continue;
      if (cells.length !== 2) throw new ImportFailedError("MISSING_COLUMNS", line);
    }
    entry += 1;
    const place = { line, entry, file: null };
    if (!cells) file.add({ ...place, code: "UNREADABLE", field: null });
    else addRow(header ?? TWO_COLUMNS, cells, place);
  }
  if (!header) throw new ImportFailedError("MISSING_COLUMNS", 1);
}

/** The names of the columns; undefined if the first row is a prompt already. */
function headerOf(cells: readonly string[], line: number): Header | undefined {
  if (!isHeading(cells)) return undefined;
  const names = namesIn(cells);
  // A title alone is no prompt.
  if (!names.some((name) => TEXT_COLUMNS.includes(name))) throw new ImportFailedError("MISSING_COLUMNS", line);
  return names;
}

/** A prompt may have a title such as "Description", but then a text beside it. */
function isHeading(cells: readonly string[]): boolean {
  const names = namesIn(cells);
  const others = names.filter((name) => !COLUMNS.includes(name));
  const known = names.length - others.length;
  return known > 1 || (known === 1 && others.every((name) => isColumnName(name, names.length)));
}

/** A table of two columns can do without a heading, so their names are shorter. */
function isColumnName(name: string, columns: number): boolean {
  return !SENTENCE.test(name) && name.split(/\s+/).length <= (columns === 2 ? 2 : 3);
}

function namesIn(cells: readonly string[]): Header {
  return cells.map((name) => name.trim().toLowerCase());
}

function fieldsIn(header: Header, cells: readonly string[]): Fields {
  const fields = new Map<string, string>();
  for (const [index, name] of header.entries()) if (!fields.get(name)) fields.set(name, cells[index] ?? "");
  return fields;
}

/** The separator with which the first row names columns, or with which all rows have two cells. */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, SAMPLE);
  const samples = DELIMITERS.map((delimiter) => ({ delimiter, rows: sampleOf(beginning, delimiter, SAMPLE_ROWS) }));
  const named = samples.find(({ rows: [first = []] }) => first.length > 1 && isHeading(first));
  const paired = samples.find(({ rows }) => rows.length > 0 && rows.every(({ length }) => length === 2));
  return (named ?? paired)?.delimiter ?? ",";
}

/** The first rows; of a beginning that ends within a cell, the first one alone. */
function sampleOf(text: string, delimiter: string, count: number): string[][] {
  try {
    return parseNow(text, { ...parserOptions({ delimiter, isList: false }), to: count });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return count === 1 ? [] : sampleOf(text, delimiter, 1);
  }
}

function parserOptions({ delimiter, isList }: Format) {
  return {
    delimiter,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // White space around a quotation is no part of it, and what else stands behind it is a mistake.
    trim: !isList,
    max_record_size: MAX_ROW,
  };
}

/** @throws UNREADABLE_FILE for more broken rows than are worth reading on, TOO_MANY */
async function rowsOf(text: string, format: Format, firstLine: number): Promise<Row[]> {
  refuseManySigns(new RegExp(`\\u{${(format.delimiter.codePointAt(0) ?? 0).toString(16)}}`, "gu"), text);
  const rows: Row[] = [];
  let rest: Buffer = Buffer.from(text);
  let line = firstLine;
  let readAgain = 0;
  for (;;) {
    const broken = await readRows(rest, format, line, rows);
    if (!broken) return rows;
    rest = withoutLines(rest, broken.line + 1 - line);
    line = broken.line + 1;
    readAgain += rest.length - withoutLines(rest, broken.end - broken.line).length;
    if (readAgain > MAX_READ_AGAIN) throw new ImportFailedError("UNREADABLE_FILE", broken.line);
    rows.push({ line: broken.line, cells: undefined });
    refuseTooMany(rows, broken.line);
  }
}

/** @returns the first line of a row that cannot be read, and the last that was read with it; undefined at the end of the text */
async function readRows(
  bytes: Buffer,
  format: Format,
  firstLine: number,
  rows: Row[],
): Promise<{ line: number; end: number } | undefined> {
  let next = firstLine;
  let empty = 0;
  const parser = parse({
    ...parserOptions(format),
    // Of rows that the parser hands over itself, those before a mistake would be lost.
    on_record: (cells: string[], { lines }) => {
      const line = firstLine + lines - cells.join("").split("\n").length;
      next = firstLine + lines;
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
      else empty += 1;
      refuseTooMany(rows, line, empty);
      return null;
    },
  });
  try {
    await pipeline(piecesOf(bytes), parser.resume());
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The row that was not read. The parser names the line on which it gave up.
    const blank = withoutLines(bytes, next - firstLine).findIndex((byte) => byte !== LINE_FEED);
    return { line: next + Math.max(0, blank), end: firstLine - 1 + Number(error["lines"]) };
  }
}

function refuseTooMany({ length }: readonly Row[], line: number, empty = 0): void {
  if (length > MAX_ROWS || empty > MAX_EMPTY_ROWS)
    throw new ImportFailedError("TOO_MANY", line, TRANSFER_LIMITS.prompts);
}

function withoutLines(bytes: Buffer, count: number): Buffer {
  let at = 0;
  for (let line = 0; line < count; line += 1) at = bytes.indexOf(LINE_FEED, at) + 1 || bytes.length;
  return bytes.subarray(at);
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await nextTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}
