import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { refuseManySigns } from "./count-of";
import { ImportFailedError } from "./import-failure";

export interface CsvEntry {
  /** Where the row begins. */
  line: number;
  act: string;
  prompt: string;
}

interface Row {
  line: number;
  cells: string[];
}

interface Parsed {
  /** At the end of the row. */
  info: { lines: number };
  record: string[];
}

/** In bytes. A longer row is a quotation mark that is not closed. */
const MAX_ROW = 2 * 1024 * 1024;
/** Between two pieces other requests have their turns. */
const PIECE_BYTES = 64 * 1024;

/** Spreadsheets write what the country uses. */
const HEADER = /^\s*"?\w+"?\s*([,;\t])/;

/**
 * The rows of a CSV whose header names the columns `act` and `prompt`, in any order, among others.
 * @throws UNREADABLE_FILE, MISSING_COLUMNS
 */
export async function* csvEntries(text: string): AsyncGenerator<CsvEntry, void> {
  let columns: { act: number; prompt: number } | undefined;
  for await (const { line, cells } of rowsOf(text)) {
    if (columns) {
      yield { line, act: cells[columns.act] ?? "", prompt: cells[columns.prompt] ?? "" };
      continue;
    }
    const names = cells.map((name) => name.trim().toLowerCase());
    columns = { act: names.indexOf("act"), prompt: names.indexOf("prompt") };
    if (columns.act < 0 || columns.prompt < 0) throw new ImportFailedError("MISSING_COLUMNS", line);
  }
  if (!columns) throw new ImportFailedError("MISSING_COLUMNS", 1);
}

async function* rowsOf(text: string): AsyncGenerator<Row, void> {
  let next = 1;
  const delimiter = HEADER.exec(text)?.[1] ?? ",";
  refuseManySigns(new RegExp(delimiter, "g"), text);
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    info: true,
    // Of rows that were read before a mistake, none is handed over.
    on_record: (cells, { lines }) => {
      next = lines + 1;
      return cells;
    },
  });
  try {
    const records = Readable.from(piecesOf(Buffer.from(text))).pipe(parser) as AsyncIterable<Parsed>;
    for await (const { info, record: cells } of records) {
      yield { line: info.lines - (cells.join("").split("\n").length - 1), cells };
    }
  } catch (error) {
    // The row that was not read. The parser names the line on which it gave up.
    throw error instanceof CsvError ? new ImportFailedError("UNREADABLE_FILE", next) : error;
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await nextTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}
