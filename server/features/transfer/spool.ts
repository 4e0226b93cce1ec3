import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

/**
 * A file without a name: what arrives or leaves slowly lies in it, instead of in memory or in an open transaction. Nobody else can
 * open it, and it is gone when it is closed or the process ends.
 */
export class Spool {
  private length = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(folder: string): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    const file = await open(path, "wx+", 0o600);
    await unlink(path);
    return new Spool(file);
  }

  /** In bytes. */
  get size(): number {
    return this.length;
  }

  async write(chunk: string | Uint8Array): Promise<void> {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    await this.file.writev([bytes], this.length);
    this.length += bytes.length;
  }

  /** Everything from the beginning. Leaves the file open. */
  read(): Readable {
    return this.file.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
