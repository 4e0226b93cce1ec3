import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { LOCALE_CODES, localePath } from "../contract/locales";
import { shareAs } from "./community";
import { uniqueAddress } from "./visit";

const TITLE = "Kagu keepsake";
const [texts, more] = [
  [{ locale: "en" as const, title: TITLE, content: "Say {{what}}." }],
  [{ locale: "en" as const, title: "Beside it", content: "Say nothing." }],
];
const numbers = shareAs("Hidden-Kagu", [
  { texts, tags: ["games", "contribute"] },
  { texts: more, tags: ["games", "contribute"] },
]);

/** As `npm run hide` and `npm run show` do, beside the running site. */
async function run(command: "hide" | "show"): Promise<void> {
  const env = { ...process.env, DATA_DIR: inject("dataDir"), DATABASE_URL: "", NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, ["server/start.mjs", command, String(numbers[0])], { env });
}

async function read(path: string): Promise<string> {
  const response = await fetch(inject("site") + path, {
    headers: { "x-forwarded-for": uniqueAddress(), "apollo-require-preflight": "true" },
  });
  return response.text();
}

/** All parts: other journeys may have made thousands of prompts. */
async function sitemap(): Promise<string> {
  const parts = (await read("/sitemap.xml")).match(/\/sitemap-\d+\.xml/g) ?? [];
  return (await Promise.all(parts.map(read))).join("");
}

/** Where the public may find the prompt, and whether it does. */
async function whereFound(): Promise<{ found: string[]; missing: string[] }> {
  const [number = 0, beside = 0] = numbers;
  const pages = LOCALE_CODES.flatMap((locale) =>
    [`/prompt/${number}`, `/prompt/${beside}`, "/?q=kagu"].map((path) => localePath(locale, path)),
  );
  const query = `{ prompt(id: "${number}") { text(locale: EN) { title } } prompts(locale: EN, filter: { query: "kagu" }) { nodes { text(locale: EN) { title } } } user(username: "Hidden-Kagu") { prompts { nodes { text(locale: EN) { title } } } } }`;
  const places = [...pages, `/graphql?${new URLSearchParams({ query }).toString()}`];
  const result: { found: string[]; missing: string[] } = { found: [], missing: [] };
  for (const path of places) {
    const isFound = (await read(path)).includes(TITLE);
    (isFound ? result.found : result.missing).push(path);
  }
  const isListed = (await sitemap()).includes(`/prompt/${number}<`);
  (isListed ? result.found : result.missing).push("sitemap");
  return result;
}

test("the operator hides a prompt of a running site from everybody, and shows it again", async () => {
  // Cached answers and the sitemap may be a second old.
  await expect.poll(async () => (await whereFound()).missing).toEqual([]);
  await run("hide");
  await expect.poll(async () => (await whereFound()).found).toEqual([]);
  await run("show");
  await expect.poll(async () => (await whereFound()).found.length).toBeGreaterThanOrEqual(2 * LOCALE_CODES.length + 2);
});
