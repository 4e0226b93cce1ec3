import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrations } from "../migrations";
import { installQueue } from "../platform/jobs/install-queue";
import { insertOldPrompt, startSite, tablesIn } from "../platform/testing/backups";
import { copyDatabase, createEmptyDatabase, type TestDatabase } from "../platform/testing/test-database";
import { backUp } from "./backup";
import { type Frame, openBackupFile, readFrames, writeBackupFile } from "./backup-file";
import { openBackup, restore } from "./restore";

const folder = mkdtempSync(join(tmpdir(), "polyprompt-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `${(files += 1)}.backup`);
const silent = () => undefined;

async function load(path: string, url: string): Promise<void> {
  await restore({ url, backup: await openBackup(path), keepAccess: true, report: silent });
}

async function expectEmpty(url: string): Promise<void> {
  expect(await tablesIn(url)).toEqual([]);
}

describe("a file that is refused leaves the database empty", () => {
  /** Of a site after two migrations, which is restored soonest. */
  let path: string;
  let target: TestDatabase;

  beforeAll(async () => {
    target = await createEmptyDatabase();
    await installQueue(target.url);
    const old = await copyDatabase(target);
    await startSite(old.url, migrations.slice(0, 2));
    await insertOldPrompt(old.url);
    path = newFile();
    await backUp({ url: old.url, path, report: silent });
    await old.drop();
  });
  afterAll(() => target.drop());

  test("with a byte changed anywhere, or cut off anywhere", async () => {
    const whole = readFileSync(path);
    const places = Array.from({ length: 60 }, (_, index) => Math.floor(((whole.length - 1) * index) / 59));
    for (const place of [...places, ...Array.from({ length: 31 }, (_, index) => index)]) {
      const changed = Buffer.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 0x20;
      const file = newFile();
      writeFileSync(file, changed);
      await expect(openBackup(file), `byte ${place}`).rejects.toThrow(/damaged|not a backup|newer release/);
      writeFileSync(file, whole.subarray(0, place));
      await expect(openBackup(file), `cut at ${place}`).rejects.toThrow(/damaged|not a backup/);
    }
    writeFileSync(path + ".longer", Buffer.concat([whole, Buffer.from("x")]));
    await expect(openBackup(path + ".longer")).rejects.toThrow("damaged");
  });

  test("of a newer format, of something else, or missing", async () => {
    const file = newFile();
    writeFileSync(file, "polyprompt-backup 2\nwhatever");
    await expect(openBackup(file)).rejects.toThrow("newer release");
    writeFileSync(file, "PGDMP");
    await expect(openBackup(file)).rejects.toThrow("not a backup");
    await expect(openBackup(newFile())).rejects.toThrow("ENOENT");
  });

  /** A file with right checksums but other frames. */
  async function forge(change: (frame: Frame) => Frame | Frame[]): Promise<string> {
    const file = newFile();
    const backup = await openBackupFile(path);
    const frames = async function* () {
      for await (const frame of readFrames(backup)) {
        const changed = change(frame);
        yield* Array.isArray(changed) ? changed : [changed];
      }
    };
    await writeBackupFile(file, frames());
    return file;
  }

  type Header = Extract<Frame, { kind: "H" }>["content"];
  const withHeader = (change: (header: Header) => Header) =>
    forge((frame) => (frame.kind === "H" ? { kind: "H", content: change(frame.content) } : frame));
  const renamed = (header: Header, from: string, to: string) => ({
    ...header,
    tables: header.tables.map((table) => (table.name === from ? { ...table, name: to } : table)),
  });
  const recolumned = (header: Header, change: (columns: string[]) => string[]) => ({
    ...header,
    tables: header.tables.map((table) => (table.name === "tag" ? { ...table, columns: change(table.columns) } : table)),
  });

  test.each<[string, () => Promise<string>, string]>([
    [
      "a newer migration",
      () => withHeader((header) => ({ ...header, migrations: [...header.migrations, "Later20990101000000"] })),
      "newer release",
    ],
    [
      "another history",
      () => withHeader((header) => ({ ...header, migrations: header.migrations.slice(1) })),
      "newer release",
    ],
    [
      "a site's version that commands the terminal",
      () =>
        withHeader((header) => ({
          ...header,
          site: "\u001b]0;taken\u0007",
          migrations: [...header.migrations, "Later20990101000000"],
        })),
      "is not a backup of this site",
    ],
    ["no migrations", () => withHeader((header) => ({ ...header, migrations: [] })), "names no migrations"],
    ["a newer queue", () => withHeader((header) => ({ ...header, queueVersion: 999 })), "newer queue"],
    [
      "a hostile table",
      () => withHeader((header) => renamed(header, "tag", "tag\" (id) from program 'touch /tmp/x'; --")),
      "has no table",
    ],
    ["a table of the system", () => withHeader((header) => renamed(header, "tag", "pg_authid")), "has no table"],
    ["a table that is left out", () => withHeader((header) => renamed(header, "tag", "rate_limit")), "has no table"],
    ["a table twice", () => withHeader((header) => renamed(header, "tag", "prompt")), "a table twice"],
    [
      "a table of an earlier time",
      () => withHeader((header) => renamed(header, "tag", "mail_queue")),
      "its release had no table",
    ],
    [
      "a hostile column",
      () => withHeader((header) => recolumned(header, () => ['id) from stdin; drop table "tag"; --'])),
      "other columns",
    ],
    [
      "a column twice",
      () => withHeader((header) => recolumned(header, (columns) => columns.map(() => "id"))),
      "other columns",
    ],
    ["no columns", () => withHeader((header) => recolumned(header, () => [])), "other columns"],
    [
      "tables in another order",
      () => withHeader((header) => ({ ...header, tables: header.tables.toReversed() })),
      "Nothing was restored",
    ],
    [
      "changed rows",
      () =>
        forge((frame) =>
          frame.kind === "D"
            ? { ...frame, data: Buffer.from(frame.data.toString("latin1").replace("Old", "Odd"), "latin1") }
            : frame,
        ),
      "do not match",
    ],
    [
      "rows behind an early end",
      () =>
        forge((frame) =>
          frame.kind === "D" ? { ...frame, data: Buffer.concat([Buffer.from("\\.\n"), frame.data]) } : frame,
        ),
      "Nothing was restored",
    ],
    ["fewer rows", () => forge((frame) => (frame.kind === "D" ? [] : frame)), "do not match"],
    ["no end of a table", () => forge((frame) => (frame.kind === "T" ? [] : frame)), "Nothing was restored"],
    ["no sequences", () => forge((frame) => (frame.kind === "S" ? [] : frame)), "not those that it names"],
    [
      "a sequence of another table",
      () =>
        forge((frame) =>
          frame.kind === "S"
            ? { kind: "S", content: [{ table: "pg_class", column: "oid", value: "1", called: true }] }
            : frame,
        ),
      "sequence of another table",
    ],
    ["no end", () => forge((frame) => (frame.kind === "Z" ? [] : frame)), "its end is missing"],
    [
      "something behind the end",
      () => forge((frame) => (frame.kind === "Z" ? [frame, frame] : frame)),
      "follows its end",
    ],
    ["no header", () => forge((frame) => (frame.kind === "H" ? [] : frame)), "no header"],
  ])("with %s", async (_, make, message) => {
    const file = await make();
    await expect(load(file, target.url)).rejects.toThrow(message);
    await expectEmpty(target.url);
  });

  /** With so many megabytes of zeros where the rows of the first table should be. */
  const forgeBomb = (megabytes: number) => {
    const zeros = Buffer.alloc(1024 * 1024, 0x30);
    return forge((frame) => {
      if (frame.kind === "D") return [];
      if (frame.kind !== "T" || frame.content.name !== "user_account") return frame;
      return [...Array.from({ length: megabytes }, () => ({ kind: "D" as const, data: zeros })), frame];
    });
  };

  /** The file with another statement of how long its frames are, and a hash that is right. */
  function withLength(file: string, change: (length: number) => number): string {
    const bytes = readFileSync(file);
    const body = bytes.subarray(0, -40);
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(change(Number(bytes.readBigUInt64BE(bytes.length - 40)))));
    const changed = newFile();
    writeFileSync(changed, Buffer.concat([body, length, createHash("sha256").update(body).update(length).digest()]));
    return changed;
  }

  test("that unpacks to more, or less, than it says", async () => {
    const bomb = await forgeBomb(150);
    expect(statSync(bomb).size).toBeLessThan(200_000);
    for (const [file, words] of [
      [withLength(bomb, () => 1_000_000), "unpacks to more than it says"],
      [withLength(path, (length) => length - 1), "unpacks to more than it says"],
      [withLength(path, (length) => length + 1), "unpacks to less than it says"],
    ] as const) {
      await expect(load(file, target.url)).rejects.toThrow(words);
      await expectEmpty(target.url);
    }
    // What was changed is the length, and nothing else.
    expect(readFileSync(withLength(path, (length) => length)).equals(readFileSync(path))).toBe(true);
  });

  test("that says what it unpacks to, which is not rows", async () => {
    await expect(load(await forgeBomb(30), target.url)).rejects.toThrow("Nothing was restored");
    await expectEmpty(target.url);
  });
});
