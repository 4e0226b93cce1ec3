import { createHash } from "node:crypto";

const LINE_FEED = 10;
const LANES = 8;

/**
 * The number of rows in COPY's text format, where a line feed ends a row and nothing else, and a checksum that does not depend on their order: the sum of
 * the rows' SHA-256 hashes, in eight lanes of 32 bits. PostgreSQL stores rows in an order of its own.
 */
export class RowDigest {
  rows = 0;
  bytes = 0;
  private readonly sums = new Uint32Array(LANES);
  private row = createHash("sha256");
  private isWithinRow = false;

  update(chunk: Buffer): void {
    this.bytes += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.row.update(chunk.subarray(from, end + 1));
      this.endRow();
      from = end + 1;
    }
    if (from === chunk.length) return;
    this.row.update(chunk.subarray(from));
    this.isWithinRow = true;
  }

  private endRow(): void {
    const hash = this.row.digest();
    for (let lane = 0; lane < LANES; lane += 1) this.sums[lane] = (this.sums[lane] ?? 0) + hash.readUInt32LE(lane * 4);
    this.row = createHash("sha256");
    this.isWithinRow = false;
    this.rows += 1;
  }

  checksum(): string {
    if (this.isWithinRow) throw new Error("The last row has no end");
    return Array.from(this.sums, (sum) => sum.toString(16).padStart(8, "0")).join("");
  }
}
