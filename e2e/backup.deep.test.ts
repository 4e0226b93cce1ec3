import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createMember, expectMember, logIn, signedInAs } from "./account";
import { createPromptByApi, queryAs } from "./own-prompts";
import { type RunningSite, startSite } from "./site";
import { visit } from "./visit";

const runCommand = promisify(execFile);
const QUERY = `{ viewer {
  favorites(first: 9) { nodes { prompt { id } } }
  prompts(locale: EN, first: 9) { nodes { id text(locale: EN) { title content } } }
} }`;

let folder: string;
let restored: RunningSite | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "polyprompt-e2e-restored-"));
  chmodSync(folder, 0o755); // Another account may run the database.
});
afterAll(async () => {
  await restored?.stop();
  rmSync(folder, { recursive: true });
});

/** As `npm run` runs it. */
async function run(command: "backup" | "restore", file: string, dataDir: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
  const { stdout } = await runCommand(process.execPath, ["server/start.mjs", command, file], { env });
  return stdout;
}

it("what members wrote is on a new site after a backup of the running one and a restore", async () => {
  const username = await createMember();
  const file = join(folder, "site.backup");
  let written: unknown;
  await visit("/en/", signedInAs(username), async ({ page, open }) => {
    const id = await createPromptByApi(page, { title: "Worth keeping", content: "Keep {{what}} – 保存, احفظ 👩‍👩‍👧." });
    for (const promptId of [id, "7"])
      await queryAs(page, "mutation ($promptId: ID!) { addFavorite(promptId: $promptId) { problems { code } } }", {
        promptId,
      });
    written = await queryAs(page, QUERY, {});
    expect(written).toMatchObject({ viewer: { favorites: { nodes: [{}, {}] }, prompts: { nodes: [{ id }] } } });
    expect(await run("backup", file, inject("dataDir"))).toContain("Backed up");
    expect(await open("/en/")).toBe(200);
  });

  const dataDir = join(folder, "data");
  expect(await run("restore", file, dataDir)).toContain("Counts and checksums match");
  restored = await startSite({ sharedDataDir: dataDir });
  await visit("/en/user/auth", { site: restored.url }, async ({ page }) => {
    await logIn(page, username);
    await expectMember(page, username);
    const response = await page.context().request.post(`${restored?.url ?? ""}/graphql`, { data: { query: QUERY } });
    expect(await response.json()).toEqual({ data: written });
    await page.goto(`${restored?.url ?? ""}/en/user/`);
    await page.getByRole("heading", { name: "Worth keeping" }).waitFor();
  });
});
