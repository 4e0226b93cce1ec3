import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, statfs, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DomainError } from "../../platform/domain/domain-error";

/** The database may be on the same disk. */
const KEPT_FREE_BYTES = 256 * 1024 * 1024;
/** How many bytes are written before the free space is looked at again. */
const CHECK_EVERY_BYTES = 8 * 1024 * 1024;

/**
 * A file without a name: what arrives or leaves slowly lies in it, instead of in memory or in an open transaction. Nobody else can
 * open it, and it is gone when it is closed or the process ends.
 */
export class Spool {
  private length = 0;
  private checkedUntil = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly folder: string,
    private readonly keptFree: number,
  ) {}

  /** @param keptFree how many bytes of the disk it leaves free */
  static async open(folder: string, keptFree = KEPT_FREE_BYTES): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    const file = await open(path, "wx+", 0o600);
    await unlink(path);
    return new Spool(file, folder, keptFree);
  }

  /** In bytes. */
  get size(): number {
    return this.length;
  }

  /** @throws SERVICE_UNAVAILABLE if the disk is nearly full */
  async write(chunk: string | Uint8Array): Promise<void> {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (this.length + bytes.length > this.checkedUntil) await this.checkFreeSpace();
    await this.file.writev([bytes], this.length);
    this.length += bytes.length;
  }

  private async checkFreeSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize < this.keptFree + CHECK_EVERY_BYTES) {
      throw new DomainError("SERVICE_UNAVAILABLE", "The site has no room for the file.");
    }
    this.checkedUntil = this.length + CHECK_EVERY_BYTES;
  }

  /** Everything from the beginning. Leaves the file open. */
  read(): Readable {
    return this.file.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
