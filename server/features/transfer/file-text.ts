import { detect } from "chardet";
import { decode as decodeLegacy, encodingExists } from "iconv-lite";
import { ImportFailedError } from "./import-failure";

export interface DecodedText {
  /** Without a byte order mark, and with plain line breaks. */
  text: string;
  /** The encoding if it was guessed, such as `windows-1252`. */
  encoding: string | null;
}

/** In bytes. The guess takes time in proportion to it. */
const SAMPLE = 64 * 1024;
/** Of the bytes of a sample: a text in UTF-16 that is mostly ASCII has half of them. */
const MANY_ZEROS = 0.1;
/** No text has them: control characters, and what is written for bytes that mean nothing. */
const BINARY = /(?![\t\n\v\f\r\x80-\x9f])[\p{Cc}\ufffd\ufffe\uffff]/u;
/** Windows writes more than the standard that it is taken for. */
const SUPERSETS: Readonly<Record<string, string>> = { "iso-8859-1": "windows-1252", "iso-8859-9": "windows-1254" };

/** @throws ENCODING for what is no text in an encoding that can be recognized */
export function decodeText(bytes: Buffer): DecodedText {
  const mark = markedEncoding(bytes);
  if (mark !== null) return { text: plainLines(decodeUnicode(bytes, mark)), encoding: null };
  const zeros = zerosOf(bytes.subarray(0, SAMPLE));
  const isWide = zeros.even + zeros.odd > Math.min(bytes.length, SAMPLE) * MANY_ZEROS;
  const plain = isWide ? undefined : decodeUnicode(bytes, "utf-8");
  if (plain !== undefined) return { text: plainLines(plain), encoding: null };
  const encoding = zeros.even + zeros.odd > 0 ? (zeros.odd > zeros.even ? "utf-16le" : "utf-16be") : guessOf(bytes);
  const text = encoding.startsWith("utf-16") ? decodeUnicode(bytes, encoding) : decodeLegacy(bytes, encoding);
  if (text !== undefined && BINARY.test(text)) throw new ImportFailedError("ENCODING");
  return { text: plainLines(text), encoding };
}

function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function zerosOf(bytes: Uint8Array): { even: number; odd: number } {
  const count = { even: 0, odd: 0 };
  for (const [index, byte] of bytes.entries()) if (byte === 0) count[index % 2 === 0 ? "even" : "odd"] += 1;
  return count;
}

/** @throws ENCODING */
function guessOf(bytes: Uint8Array): string {
  // ASCII is the same in nearly all encodings.
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - 1024);
  const guess = detect(bytes.subarray(start, start + SAMPLE))?.toLowerCase() ?? "";
  if (!encodingExists(guess)) throw new ImportFailedError("ENCODING");
  return SUPERSETS[guess] ?? guess;
}

/** Undefined if it is not in this encoding. */
function decodeUnicode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @throws ENCODING for what could not be decoded */
function plainLines(text: string | undefined): string {
  if (text === undefined) throw new ImportFailedError("ENCODING");
  return text.replace(/\r\n?/g, "\n");
}
