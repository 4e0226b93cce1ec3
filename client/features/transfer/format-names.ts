import type { ExportFormat } from "../../../contract/transfer";

/** The same in every language. */
export const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = { json: "JSON", csv: "CSV", md: "Markdown" };
