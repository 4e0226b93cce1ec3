import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DataSource } from "typeorm";
import { expect, test } from "vitest";
import { projectRoot } from "../platform/config/project-root";
import { insertUsers } from "../platform/testing/community";
import { createEmptyDatabase, createTestDatabase, openDataSource } from "../platform/testing/test-database";
import { KEPT_TABLES } from "./tables";

/** A process of its own. */
function start(command: "backup" | "restore", url: string, file: string) {
  const script = join(projectRoot(), "server", "platform", "testing", "backup.child.mjs");
  const child = spawn(process.execPath, [script, JSON.stringify({ command, url, path: file })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return { child, ended: once(child, "close").then(() => output), output: () => output };
}

const growth = (output: string) => Number(/grew by (\d+) kB/.exec(output)?.[1]);

/** 10,000 prompts of 20 kB. */
async function insertLongPrompts(dataSource: DataSource): Promise<void> {
  const [author] = await insertUsers(dataSource, ["Prolific"]);
  await dataSource.query("alter table prompt disable trigger user; alter table prompt_text disable trigger user");
  await dataSource.query(
    `insert into prompt (id, origin, author_id, source_locale, languages) select 2000 + n, 'COMMUNITY', ${author}, 'en', '{en}' from generate_series(1, 10000) n;
     insert into prompt_text (prompt_id, locale, title, content, search, search_version)
       select id, 'en', 'T', repeat(md5(id::text), 600), 'x:1A', 1 from prompt where id > 2000;
     alter table prompt enable trigger user; alter table prompt_text enable trigger user`,
  );
}

test("with 200 MB of texts memory stays bounded, and a restore that is killed can be repeated", async () => {
  const folder = mkdtempSync(join(tmpdir(), "polyprompt-backup-"));
  const file = join(folder, "big.backup");
  const [big, target] = [await createTestDatabase(), await createEmptyDatabase()];
  const restoredInto = await openDataSource(target.url);
  try {
    await insertLongPrompts(big.dataSource);
    const saved = await start("backup", big.url, file).ended;
    expect(saved).toContain(`Backed up ${KEPT_TABLES.length - 1} tables`);
    expect(growth(saved)).toBeLessThan(120_000);
    const killed = start("restore", target.url, file);
    while (!killed.output().includes(" prompt: ")) await once(killed.child.stdout, "data");
    killed.child.kill("SIGKILL");
    expect(await killed.ended).not.toContain("Restored");
    expect(await restoredInto.query("select to_regclass('prompt') as found")).toEqual([{ found: null }]);
    const restored = await start("restore", target.url, file).ended;
    expect(restored).toContain("Counts and checksums match");
    expect(growth(restored)).toBeLessThan(120_000);
    expect(await restoredInto.query("select count(*)::int as count from prompt_text where prompt_id > 2000")).toEqual([
      { count: 10_000 },
    ]);
  } finally {
    await restoredInto.destroy();
    await target.drop();
    await big.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
