import { ImportFailedError } from "./import-failure";

export interface CsvEntry {
  /** Where the row begins. */
  line: number;
  act: string;
  prompt: string;
}

/** In UTF-16 code units. More is a quotation mark that is not closed. */
const MAX_CELL = 1024 * 1024;
const MAX_COLUMNS = 1000;

/** Spreadsheets write what the country uses. */
const HEADER = /^\s*"?\w+"?\s*([,;\t])/;

/**
 * The rows of a CSV whose header names the columns `act` and `prompt`, in any order, among others, of which nothing is kept. As RFC
 * 4180 has it; quotation marks within a cell that does not begin with one are its own. Libraries keep every cell of a row, of which 20 MB
 * can have 20 million, and do not tell the line of a row that has line breaks.
 * @throws UNREADABLE_FILE, MISSING_COLUMNS
 */
export async function* csvEntries(chunks: AsyncIterable<string>): AsyncGenerator<CsvEntry, void> {
  const reader = new Reader();
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

class Reader {
  private delimiter: string | undefined;
  private columns: { act: number; prompt: number } | undefined;
  private header: string[] = [];
  private line = 1;
  /** The line at which the row begins. */
  private rowLine = 1;
  /** The index of the cell in the row. */
  private column = 0;
  /** Whether the row has had no character so far. */
  private isBlank = true;
  private row = { act: "", prompt: "" };
  /** Of the cell. */
  private cell = "";
  private isQuoted = false;
  /** After a quotation mark within quotation marks: it ends them, or is the first of two. */
  private isAfterQuote = false;
  /** Whether anything of it was read: a quotation mark that comes later is its own. */
  private isBegun = false;

  *read(chunk: string): Generator<CsvEntry, void> {
    if (chunk === "") return;
    this.delimiter ??= HEADER.exec(chunk)?.[1] ?? ",";
    let kept = 0;
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk.charAt(at);
      if (this.isQuoted && !this.isAfterQuote) {
        if (char === "\n") this.line += 1;
        else if (char === '"') {
          this.keep(chunk, kept, at);
          kept = at + 1;
          this.isAfterQuote = true;
        }
        continue;
      }
      if (this.isAfterQuote) {
        this.isAfterQuote = false;
        if (char === '"') {
          kept = at;
          continue;
        }
        this.isQuoted = false;
      }
      if (char === '"' && !this.isBegun) {
        this.isQuoted = true;
        this.isBegun = true;
        this.isBlank = false;
        kept = at + 1;
      } else if (char === this.delimiter) {
        this.keep(chunk, kept, at);
        this.endCell();
        this.isBlank = false;
        kept = at + 1;
      } else if (char === "\n") {
        this.keep(chunk, kept, at);
        yield* this.endRow();
        this.line += 1;
        this.rowLine = this.line;
        kept = at + 1;
      } else {
        this.isBegun = true;
        this.isBlank = false;
      }
    }
    this.keep(chunk, kept, chunk.length);
  }

  *end(): Generator<CsvEntry, void> {
    if (this.isQuoted && !this.isAfterQuote) throw this.unreadable();
    yield* this.endRow();
    if (!this.columns) throw this.missingColumns();
  }

  private keep(chunk: string, from: number, to: number): void {
    if (from >= to || !this.isWanted()) return;
    this.cell += chunk.slice(from, to);
    if (this.cell.length > MAX_CELL) throw this.unreadable();
  }

  /** Whether the cell is of a column that is read. */
  private isWanted(): boolean {
    const { columns, column } = this;
    return !columns || column === columns.act || column === columns.prompt;
  }

  private endCell(): void {
    const { columns, column, cell } = this;
    if (!columns && this.header.push(cell) > MAX_COLUMNS) throw this.unreadable();
    if (column === columns?.act) this.row.act = cell;
    if (column === columns?.prompt) this.row.prompt = cell;
    this.column += 1;
    this.cell = "";
    this.isQuoted = false;
    this.isAfterQuote = false;
    this.isBegun = false;
  }

  private *endRow(): Generator<CsvEntry, void> {
    this.endCell();
    const { isBlank, rowLine, row } = this;
    this.column = 0;
    this.isBlank = true;
    this.row = { act: "", prompt: "" };
    if (isBlank) {
      this.header = [];
    } else if (this.columns) {
      yield { line: rowLine, ...row };
    } else {
      const names = this.header.map((name) => name.trim().toLowerCase());
      this.columns = { act: names.indexOf("act"), prompt: names.indexOf("prompt") };
      if (names.indexOf("act") < 0 || names.indexOf("prompt") < 0) throw this.missingColumns();
    }
  }

  private missingColumns(): ImportFailedError {
    return new ImportFailedError("MISSING_COLUMNS", this.rowLine);
  }

  private unreadable(): ImportFailedError {
    return new ImportFailedError("UNREADABLE_FILE", this.rowLine);
  }
}
