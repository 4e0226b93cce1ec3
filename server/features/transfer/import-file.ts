import type { ImportFormat } from "../../../contract/transfer";
import { readCsv } from "./csv-file";
import { type FilePlace, ImportFile } from "./file-prompt";
import { decodeText } from "./file-text";
import { ImportFailedError } from "./import-failure";
import { readJson } from "./json-file";
import { hasFrontMatter, readMarkdown } from "./markdown-file";
import type { ReadOptions } from "./plain-prompt";
import { isZip, markdownFiles } from "./zip-file";

/**
 * @param format recognized by the content if not given
 * @throws ImportFailedError
 */
export async function readImportFile(
  bytes: Buffer,
  options: ReadOptions & { format?: ImportFormat | undefined },
): Promise<ImportFile> {
  const file = new ImportFile();
  if (options.format === "zip" || (options.format === undefined && isZip(bytes))) {
    await readZip(bytes, options, file);
    return file;
  }
  const text = textOf(bytes, file);
  const format = options.format ?? formatOf(text);
  if (format === "json") await readJson(text, options, file);
  else if (format === "csv") await readCsv(text, options, file);
  else readMarkdown(text, options, file, { line: null, entry: 1, file: null });
  return file;
}

function formatOf(text: string): ImportFormat {
  if (hasFrontMatter(text)) return "md";
  return /^\s*[[{]/.test(text) ? "json" : "csv";
}

/** @throws ENCODING */
function textOf(bytes: Buffer, file: ImportFile): string {
  const { text, encoding } = decodeText(bytes);
  file.bytes += bytes.length;
  file.encoding ??= encoding;
  return text;
}

async function readZip(bytes: Buffer, options: ReadOptions, file: ImportFile): Promise<void> {
  let entry = 0;
  for await (const { name, bytes: content } of markdownFiles(bytes)) {
    entry += 1;
    const place: FilePlace = { line: null, entry, file: name };
    const text = content && readableText(content, file);
    if (text === undefined) file.add({ ...place, code: "UNREADABLE", field: null });
    else readMarkdown(text, options, file, place);
  }
  if (entry === 0) throw new ImportFailedError("NO_PROMPTS");
}

/** Undefined for a file of the zip that is no text: the others are taken. */
function readableText(bytes: Buffer, file: ImportFile): string | undefined {
  try {
    return textOf(bytes, file);
  } catch (error) {
    if (error instanceof ImportFailedError && error.code === "ENCODING") return undefined;
    throw error;
  }
}
