import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let folder = "";
let site: TestApp;
let measured: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "polyprompt-links-"));
  const file = join(folder, "links.json");
  writeFileSync(file, JSON.stringify({ tagManager: "GTM-ABC123" }));
  site = await createTestApp();
  measured = await createTestApp({ SITE_LINKS: file });
});
afterAll(async () => {
  await site.close();
  await measured.close();
  rmSync(folder, { recursive: true });
});

const policyOf = async ({ app }: TestApp, cookie?: string) =>
  String(
    (await app.inject({ url: "/healthz", headers: cookie === undefined ? {} : { cookie } })).headers[
      "content-security-policy"
    ],
  );

test("the policy allows the tag manager to visitors who have allowed it, and to nobody else", async () => {
  const allowed = await policyOf(measured, "a=b; polyprompt-measurement=yes");
  expect(allowed).toMatch(/script-src 'self'[^;]* https:\/\/www\.googletagmanager\.com/);
  expect(allowed).toMatch(/connect-src 'self'[^;]* https:\/\/\*\.google-analytics\.com/);
  for (const cookie of [
    undefined,
    "polyprompt-measurement=no",
    "x-polyprompt-measurement=yes",
    "polyprompt-measurement=yesterday",
  ])
    expect(await policyOf(measured, cookie)).not.toContain("google");
});

test("a site without a tag manager allows it to nobody", async () => {
  expect(await policyOf(site, "polyprompt-measurement=yes")).not.toContain("google");
});
