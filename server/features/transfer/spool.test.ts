import type * as fs from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Spool } from "./spool";

const MB = 1024 * 1024;
const disk = vi.hoisted(() => ({ free: 0 }));
vi.mock("node:fs/promises", async (original) => ({
  ...(await original<typeof fs>()),
  statfs: () => Promise.resolve({ bavail: disk.free, bsize: 1 }),
}));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spool-"));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  disk.free = 1000 * MB;
});

test("a spool returns what was written", async () => {
  const spool = await Spool.open(folder);
  await spool.write("first ");
  await spool.write(Buffer.from("second"));
  expect(await text(spool.read())).toBe("first second");
  expect(spool.size).toBe(12);
  await spool.close();
});

test("a spool takes nothing while the disk is nearly full", async () => {
  disk.free = 256 * MB;
  const spool = await Spool.open(folder);
  await expect(spool.write("x")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await spool.close();
});

test("a spool notices within 8 MB that the disk has filled", async () => {
  const spool = await Spool.open(folder);
  await spool.write(Buffer.alloc(MB));
  disk.free = 256 * MB;
  const writeMore = async () => {
    for (let count = 0; count < 9; count += 1) await spool.write(Buffer.alloc(MB));
  };
  await expect(writeMore()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(spool.size).toBeLessThanOrEqual(9 * MB);
  await spool.close();
});
