import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from "yauzl";
import { TRANSFER_LIMITS } from "../../../contract/transfer";
import { ImportFailedError } from "./import-failure";

/** A Markdown file of a zip. */
export interface ZippedFile {
  /** Its path, only to be shown. */
  name: string;
  /** Undefined if it cannot be unpacked, or has a path that leads out of the zip. */
  bytes: Buffer | undefined;
}

const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  // Of one without files.
  [0x50, 0x4b, 0x05, 0x06],
];
/** In code units. */
const MAX_NAME = 200;

export function isZip(bytes: Uint8Array): boolean {
  return SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte));
}

/**
 * The Markdown files of a zip, one after another. Folders, hidden files and files of other kinds are left out.
 * @throws UNREADABLE_FILE, ENCRYPTED, TOO_LARGE, TOO_MANY
 */
export async function* markdownFiles(bytes: Buffer): AsyncGenerator<ZippedFile, void> {
  const zip = await opened(bytes);
  let left = TRANSFER_LIMITS.fileBytes;
  let count = 0;
  for await (const entry of entriesOf(zip)) {
    if ((count += 1) > TRANSFER_LIMITS.zipEntries)
      throw new ImportFailedError("TOO_MANY", null, TRANSFER_LIMITS.zipEntries);
    if (count % 100 === 0) await nextTurn();
    const path = pathOf(entry);
    if (!isMarkdown(path)) continue;
    if (entry.isEncrypted()) throw new ImportFailedError("ENCRYPTED");
    const name = path.slice(-MAX_NAME);
    if (validateFileName(path) !== null) {
      yield { name, bytes: undefined };
      continue;
    }
    // Of what the entry says about itself; one that has more than it says cannot be unpacked.
    left -= entry.uncompressedSize;
    if (left < 0) throw new ImportFailedError("TOO_LARGE", null, TRANSFER_LIMITS.fileBytes);
    yield { name, bytes: await unpacked(zip, entry) };
  }
}

async function opened(bytes: Buffer): Promise<ZipFile> {
  try {
    // A path that yauzl refuses would end the whole zip if it decoded the paths itself.
    return await fromBufferPromise(bytes, { decodeStrings: false });
  } catch {
    throw new ImportFailedError("UNREADABLE_FILE");
  }
}

/** @throws UNREADABLE_FILE for a damaged table of contents */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry, void> {
  const entries = zip.eachEntry()[Symbol.asyncIterator]();
  for (;;) {
    const next = await entries.next().catch(() => {
      throw new ImportFailedError("UNREADABLE_FILE");
    });
    if (next.done === true) return;
    yield next.value;
  }
}

/** With slashes, whatever wrote the zip. */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  if (!entry.canDecodeFileData()) return undefined;
  try {
    return await buffer(await zip.openReadStreamPromise(entry));
  } catch {
    return undefined;
  }
}

function isMarkdown(path: string): boolean {
  // Those of dots alone are this folder and the one above.
  const isHidden = path.split("/").some((part) => /^\.(?!\.?$)|^__MACOSX$/.test(part));
  return !isHidden && /\.(?:md|markdown)$/i.test(path);
}
