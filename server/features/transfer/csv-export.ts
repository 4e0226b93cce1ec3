import { CSV_COLUMNS, type ExportedPrompt } from "../../../contract/transfer";
import type { ExportFile } from "./export-file";
import { sourceFirst } from "./source-first";

/** By which Excel knows UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** RFC 4180. A row for each text. Cells are written as they are, also those that a spreadsheet takes for a formula. */
export class CsvExport implements ExportFile {
  readonly type = "text/csv; charset=utf-8";
  readonly extension = "csv";
  readonly maxTexts = Infinity;
  readonly hasFavorites = false;

  private isBegun = false;

  add(prompts: readonly ExportedPrompt[]): string {
    const begin = this.isBegun ? "" : `${BYTE_ORDER_MARK}${CSV_COLUMNS.join(",")}\r\n`;
    this.isBegun = true;
    return begin + prompts.flatMap(rowsOf).join("");
  }

  end(): string {
    return "";
  }
}

function rowsOf(prompt: ExportedPrompt): string[] {
  const { id, tags, shared } = prompt;
  return sourceFirst(prompt).map((text) => {
    const row: Record<(typeof CSV_COLUMNS)[number], string> = {
      id,
      locale: text.locale,
      title: text.title,
      content: text.content,
      remark: text.remark ?? "",
      notes: text.notes ?? "",
      tags: tags.join(", "),
      shared: String(shared),
    };
    return `${CSV_COLUMNS.map((name) => quoted(row[name])).join(",")}\r\n`;
  });
}

function quoted(cell: string): string {
  return /^[\w-]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;
}
