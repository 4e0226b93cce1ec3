import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mails } from "../../mails";
import { createPagesApp } from "../testing/pages-app";
import { createTestDatabase } from "../testing/test-database";
import { mailTransport } from "./mail-transport";
import { renderMail } from "./render-mail";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let development: FastifyInstance;
const apps: FastifyInstance[] = [];

async function app(environment: NodeJS.ProcessEnv): Promise<FastifyInstance> {
  const created = await createPagesApp(database.dataSource, { DATA_DIR: dataDir, ...environment });
  apps.push(created.app);
  return created.app;
}

const ask = (site: FastifyInstance, url: string, options: InjectOptions = {}) =>
  site.inject({ url, ...options, headers: { host: "localhost:3000", ...options.headers } });

/** Where the only mail is shown. */
async function shownAt(): Promise<string> {
  const { body } = await ask(development, "/outbox");
  return /href="(\/outbox\/[^"]+)"/.exec(body)?.[1] ?? "";
}

const url = "http://localhost:3000/user/auth?token=abc&next=%2F";

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "polyprompt-outbox-"));
  development = await app({ NODE_ENV: "development" });
});
afterAll(async () => {
  for (const each of apps) await each.close();
  await rm(dataDir, { recursive: true });
  await database.drop();
});

test("an empty outbox says so", async () => {
  const { statusCode, body } = await ask(development, "/outbox");
  expect([statusCode, body]).toEqual([200, expect.stringContaining("No mail has been written yet")]);
});

describe("the outbox", () => {
  beforeAll(async () => {
    const { send } = mailTransport({ mailFrom: "Polyprompt <no-reply@localhost>", dataDir });
    const rendered = await renderMail(
      mails,
      { kind: "login-link", data: { username: "<b>Zoë</b>", url, minutes: 10 } },
      "ar",
    );
    await send({ ...rendered, id: "0f6f1d3e-6a0c-4c39-8a0d-6c8a3f5b7e21", to: "zoe@example.com", locale: "ar" });
    await writeFile(join(dataDir, "secret.eml"), "Subject: outside\n\nx");
    await writeFile(join(dataDir, "outbox", "other.txt"), "no mail");
  });

  test("lists the mails and shows each, as text with its links and as HTML", async () => {
    const list = await ask(development, "/outbox");
    expect(list.body).toContain("zoe@example.com");
    expect(list.body).not.toContain("other.txt");
    const mail = await ask(development, await shownAt());
    expect(mail.body).toContain(`<a href="${url.replaceAll("&", "&amp;")}">`);
    expect(mail.body).not.toContain("<b>Zoë");
    const html = await ask(development, `${await shownAt()}/html`);
    expect(html.body).toContain('<html lang="ar" dir="rtl">');
    for (const page of [list, mail, html]) {
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject({
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "content-security-policy": expect.stringContaining("default-src 'none'") as string,
      });
      expect(page.headers["content-security-policy"]).not.toContain("script-src");
    }
  });

  test.each(["/outbox/..%2Fsecret.eml", "/outbox/secret.eml", "/outbox/other.txt", "/outbox/x/html", "/outbox/%20"])(
    "opens nothing at %s",
    async (path) => {
      expect((await ask(development, path)).statusCode).toBe(404);
    },
  );

  const hidden = [
    ["from another machine", { remoteAddress: "192.0.2.7" }],
    ["from another machine over IPv6", { remoteAddress: "::ffff:192.0.2.7" }],
    ["under another name", { headers: { host: "evil.example" } }],
    ["under a name that begins like ours", { headers: { host: "localhost.evil.example" } }],
    ["through a proxy", { headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["through a proxy of another kind", { headers: { forwarded: "for=127.0.0.1" } }],
  ] as const satisfies [string, InjectOptions][];
  test.each(hidden)("is not there %s", async (_, options) => {
    for (const path of ["/outbox", await shownAt(), `${await shownAt()}/html`]) {
      const answer = await ask(development, path, options);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain("zoe@example.com");
      expect((await ask(development, path, { remoteAddress: "::1", headers: { host: "[::1]:3000" } })).statusCode).toBe(
        200,
      );
    }
  });

  test.each([
    ["in production", { NODE_ENV: "production" }],
    ["in tests", { NODE_ENV: "test" }],
    ["behind a proxy", { NODE_ENV: "development", TRUST_PROXY: "loopback" }],
    ["with a mail server", { NODE_ENV: "development", SMTP_URL: "smtp://127.0.0.1:2525" }],
  ])("is not there %s", async (_, environment) => {
    const site = await app(environment);
    for (const path of ["/outbox", await shownAt()]) {
      // The page renderer answers, as for any address without a route.
      expect((await ask(site, path)).body).not.toMatch(/zoe@example\.com|<h1/);
    }
  });

  test("is served below the base path", async () => {
    const site = await app({ NODE_ENV: "development", BASE_PATH: "/prompts" });
    const { body } = await ask(site, "/prompts/outbox");
    const path = /href="([^"]+)"/.exec(body)?.[1] ?? "";
    expect(path).toMatch(/^\/prompts\/outbox\//);
    expect((await ask(site, path)).statusCode).toBe(200);
  });
});
