import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { StartError } from "../platform/lifecycle/start-error";

/**
 * A backup is
 *   - the line "polyprompt-backup 1", whose number is that of the format;
 *   - a gzip stream of frames;
 *   - 8 bytes: the length of the frames (the highest first);
 *   - 32 bytes: the SHA-256 hash of everything before.
 * A frame is its kind (one byte), the length of its content (four bytes, the highest first) and the content. In this order:
 *   - H, once: the header;
 *   - for each table of the header any number of D, the rows in the text format of COPY, then one T with their number and checksum;
 *   - S, once: the sequences;
 *   - Z, once: the end, with the number of all rows.
 * The contents of all but D are JSON in UTF-8.
 */
const FORMAT = 1;
const MAGIC = Buffer.from(`polyprompt-backup ${FORMAT}\n`);
const LENGTH_BYTES = 8;
const CHECKSUM_BYTES = 32;
const TAIL_BYTES = LENGTH_BYTES + CHECKSUM_BYTES;
const FRAME_HEAD_BYTES = 5;
const FRAME_BYTES = 256 * 1024;
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

const nameList = z.array(z.string().max(200)).max(2000);

/** Shown in a terminal, which control characters would command. */
const shownText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{C}*$/u);
const headerSchema = z.object({
  site: shownText(100),
  createdAt: shownText(100),
  postgres: shownText(200),
  migrations: nameList,
  queueVersion: z.number().int(),
  tables: z.array(z.object({ name: z.string().max(200), columns: nameList })).max(1000),
  leftOut: z.record(z.string(), z.string()),
});
const tableSchema = z.object({ name: z.string(), rows: z.number(), bytes: z.number(), checksum: z.string() });
const sequencesSchema = z
  .array(
    z.object({ table: z.string(), column: z.string(), value: z.string().regex(/^\d{1,19}$/), called: z.boolean() }),
  )
  .max(1000);
const endSchema = z.object({ rows: z.number() });

const SCHEMAS = { H: headerSchema, T: tableSchema, S: sequencesSchema, Z: endSchema };

export type BackupHeader = z.infer<typeof headerSchema>;
export type TableSummary = z.infer<typeof tableSchema>;
export type Frame =
  | { kind: "D"; data: Buffer }
  | { [Kind in keyof typeof SCHEMAS]: { kind: Kind; content: z.infer<(typeof SCHEMAS)[Kind]> } }[keyof typeof SCHEMAS];

export interface BackupFile {
  path: string;
  bytes: number;
  /** The length of its frames: what it unpacks to. No ratio would do: texts that repeat themselves become smaller by a factor of a thousand. */
  unpackedBytes: number;
  header: BackupHeader;
}

const damaged = () =>
  new StartError("The file is damaged or incomplete: what it holds does not match its checksum. Nothing was restored.");
const malformed = (what: string) =>
  new StartError(`The file is not a backup of this site: ${what}. Nothing was restored.`);

/** Writes the file under another name until it is complete and on the disk. @returns its size */
export async function writeBackupFile(
  path: string,
  frames: AsyncIterable<Frame>,
  signal?: AbortSignal,
): Promise<number> {
  const partial = `${path}.partial`;
  await refuseExisting(path, `${path} exists already. Choose another name: a backup never replaces a file.`);
  await refuseExisting(
    partial,
    `${partial} exists: another backup is being written there, or was killed. Remove it first.`,
  );
  const file = await open(partial, "wx", 0o600);
  // The pipeline itself would only tell that it was aborted.
  let refused: unknown;
  try {
    let bytes = 0;
    const hash = createHash("sha256");
    const write = async (chunk: Buffer) => {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk).catch((error: unknown) => {
        refused = error;
        throw error;
      });
    };
    await write(MAGIC);
    let unpackedBytes = 0;
    const counted = async function* () {
      for await (const chunk of encode(frames)) {
        unpackedBytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(
      Readable.from(counted(), { objectMode: false }),
      createGzip(),
      async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) await write(chunk);
      },
      { signal },
    );
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeBigUInt64BE(BigInt(unpackedBytes));
    await write(length);
    await file.writeFile(hash.digest());
    await file.sync();
    await file.close();
    await refuseExisting(path, `${path} has appeared in the meantime. The backup is not kept.`);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return bytes + CHECKSUM_BYTES;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw refused ?? error;
  }
}

async function refuseExisting(path: string, message: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new StartError(message);
}

/** So that the new name survives a power failure. Not every system can do that. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path, "r");
    await folder.sync();
  } catch (error) {
    if (process.platform !== "win32") throw error;
  } finally {
    await folder?.close();
  }
}

async function* encode(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let size = 0;
  const flush = function* () {
    if (size > 0) yield* frameBytes("D", Buffer.concat(collected, size));
    collected = [];
    size = 0;
  };
  for await (const frame of frames) {
    if (frame.kind !== "D") {
      yield* flush();
      yield* frameBytes(frame.kind, Buffer.from(JSON.stringify(frame.content)));
      continue;
    }
    for (let from = 0; from < frame.data.length; from += FRAME_BYTES) {
      const piece = frame.data.subarray(from, from + FRAME_BYTES);
      collected.push(piece);
      size += piece.length;
      if (size >= FRAME_BYTES) yield* flush();
    }
  }
}

function* frameBytes(kind: Frame["kind"], content: Buffer): Generator<Buffer> {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.write(kind, "latin1");
  head.writeUInt32BE(content.length, 1);
  yield head;
  yield content;
}

/** Checks that the file is whole, and reads its header. */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const start = Buffer.alloc(64);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const [, format] = /^polyprompt-backup (\d{1,9})\n/.exec(start.toString("latin1", 0, bytesRead)) ?? [];
    if (format === undefined) throw malformed("it does not begin like one");
    if (Number(format) > FORMAT)
      throw new StartError("A newer release made this backup. Restore it with that release.");
    if (Number(format) !== FORMAT) throw malformed(`format ${format} is unknown`);
    if (size < MAGIC.length + TAIL_BYTES) throw damaged();
    const tail = Buffer.alloc(TAIL_BYTES);
    await file.read(tail, 0, TAIL_BYTES, size - TAIL_BYTES);
    const expected = tail.subarray(LENGTH_BYTES);
    const unpackedBytes = Number(tail.readBigUInt64BE());
    const hash = createHash("sha256");
    await pipeline(createReadStream(path, { end: size - CHECKSUM_BYTES - 1 }), hash);
    if (!expected.equals(hash.digest())) throw damaged();
    for await (const frame of readFrames({ path, bytes: size, unpackedBytes })) {
      if (frame.kind === "H") return { path, bytes: size, unpackedBytes, header: frame.content };
      break;
    }
    throw malformed("it has no header");
  } finally {
    await file.close();
  }
}

export async function* readFrames({
  path,
  bytes,
  unpackedBytes,
}: Omit<BackupFile, "header">): AsyncGenerator<Frame, void> {
  const source = createReadStream(path, { start: MAGIC.length, end: bytes - TAIL_BYTES - 1 });
  const gunzip = createGunzip({ chunkSize: FRAME_BYTES });
  const unpacking = pipeline(source, gunzip).catch(() => undefined);
  try {
    yield* decode(requireSize(gunzip, unpackedBytes));
  } catch (error) {
    throw error instanceof Error && "code" in error && String(error.code).startsWith("Z_") ? damaged() : error;
  } finally {
    source.destroy();
    gunzip.destroy();
    await unpacking;
  }
}

async function* requireSize(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > bytes) throw malformed("it unpacks to more than it says");
    yield chunk;
  }
  if (size < bytes) throw malformed("it unpacks to less than it says");
}

async function* decode(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= FRAME_HEAD_BYTES) {
      const length = rest.readUInt32BE(1);
      if (length > MAX_FRAME_BYTES) throw malformed("a part of it is too long");
      const end = FRAME_HEAD_BYTES + length;
      if (rest.length < end) break;
      yield parse(rest.toString("latin1", 0, 1), rest.subarray(FRAME_HEAD_BYTES, end));
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw malformed("its last part has no end");
}

function parse(kind: string, data: Buffer): Frame {
  if (kind === "D") return { kind, data };
  const schema = Object.hasOwn(SCHEMAS, kind) ? SCHEMAS[kind as keyof typeof SCHEMAS] : undefined;
  if (!schema) throw malformed("a part of it is of an unknown kind");
  let content: unknown;
  try {
    content = JSON.parse(data.toString("utf8"));
  } catch {
    throw malformed("a part of it cannot be read");
  }
  const result = schema.safeParse(content);
  if (!result.success) throw malformed("a part of it is not as it should be");
  return { kind, content: result.data } as Frame;
}
