import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPagesApp } from "../testing/pages-app";
import { createTestDatabase } from "../testing/test-database";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let clientDir: string;
let app: FastifyInstance;

const PLAIN = "export const plain = 1;\n".repeat(500);

beforeAll(async () => {
  database = await createTestDatabase();
  clientDir = await mkdtemp(join(tmpdir(), "polyprompt-client-"));
  await mkdir(join(clientDir, ".vite"));
  await mkdir(join(clientDir, "assets"));
  await writeFile(join(clientDir, ".vite/manifest.json"), "{}");
  await writeFile(join(clientDir, "assets/code.js"), PLAIN);
  // Not really compressed, so that what is compressed on the fly differs.
  await writeFile(join(clientDir, "assets/code.js.br"), "prepared br");
  await writeFile(join(clientDir, "assets/code.js.gz"), "prepared gzip");
  ({ app } = await createPagesApp(database.dataSource, { BASE_PATH: "/x" }, { clientDir }));
});
afterAll(async () => {
  await app.close();
  await rm(clientDir, { recursive: true });
  await database.drop();
});

const TOO_LONG = "br,".repeat(67);

test.each([
  ["br", "br", "prepared br"],
  ["gzip", "gzip", "prepared gzip"],
  ["x-gzip", undefined, PLAIN],
  ["X-GZIP, deflate", undefined, PLAIN],
  [TOO_LONG, undefined, PLAIN],
  [undefined, undefined, PLAIN],
])(
  "assets are sent as they were compressed at build time, never compressed on the fly: %s",
  async (accepted, encoding, content) => {
    const { statusCode, headers, body } = await app.inject({
      url: "/x/assets/code.js",
      headers: accepted === undefined ? {} : { "accept-encoding": accepted },
    });
    expect([statusCode, headers["content-encoding"], body]).toEqual([200, encoding, content]);
    expect(headers["vary"]).toBe("accept-encoding");
    expect(headers).not.toHaveProperty("content-security-policy");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  },
);

test.each([
  "/x/en/",
  "/x/sitemap.xml",
  "/x/icons/icon-192.png",
  "/x/graphql?query={__schema{types{name,description}}}",
  "/x/nowhere",
])("%s ignores an Accept-Encoding of more than 200 characters", async (url) => {
  const { headers } = await app.inject({ url, headers: { "accept-encoding": TOO_LONG } });
  expect(headers["content-encoding"]).toBeUndefined();
});

test("an Accept of more than 500 characters is ignored", async () => {
  const explorer = async (accept: string) => {
    const { headers } = await app.inject({ url: "/x/graphql", headers: { accept } });
    return String(headers["content-type"]).startsWith("text/html");
  };
  expect([await explorer("text/html,".repeat(50)), await explorer("text/html,".repeat(51))]).toEqual([true, false]);
});

test("an Accept-Encoding of 200 characters counts", async () => {
  const { headers } = await app.inject({ url: "/x/en/", headers: { "accept-encoding": "br,".padEnd(200) } });
  expect(headers["content-encoding"]).toBe("br");
});
