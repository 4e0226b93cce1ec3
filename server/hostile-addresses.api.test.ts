import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "./app";
import { loadConfig } from "./platform/config/config";
import { projectRoot } from "./platform/config/project-root";
import { isDeep } from "./platform/testing/deep";
import type { PageRenderer } from "../contract/page-renderer";
import { createTestDatabase } from "./platform/testing/test-database";

const DIST = join(projectRoot(), "dist");

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  const file = pathToFileURL(join(DIST, "server/entry.server.js")).href;
  const { renderer } = (await import(/* @vite-ignore */ file)) as { renderer: PageRenderer };
  app = await buildApp({
    config: loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
    dataSource: database.dataSource,
    renderer,
    clientDir: join(DIST, "client"),
  });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

/** Text that the API rejects, and byte sequences that are not valid text. */
const HOSTILE: [string, string][] = [
  ["NUL", "%00"],
  ["NUL within words", "code%00review"],
  ["a lone surrogate", "%ED%A0%80"],
  ["invalid UTF-8", "%FF%FEcode"],
  ["invalid percent-encoding", "%zz%"],
  ["marks", `a${"%CC%81".repeat(100)}`],
  ["too many marks to normalize", `a${"%CD%85%CC%81".repeat(20_000)}`],
  ["half-width marks", "%CD%85%EF%BE%9E".repeat(100)],
  ["letters that expand 18-fold", "%EF%B7%BA".repeat(2000)],
  ["emoji cut in two", `a${"%F0%9F%91%A9".repeat(2000)}`],
  ["letters", "a".repeat(10_000)],
  // Lingui looks for tags in interpolated texts and looks up their names in an object.
  ["tags named like properties of every object", "%3Cconstructor%3Ezzqx%3C%2Fconstructor%3E"],
  ["a tag named like an inherited method", "%3CtoString%2F%3Ezzqx%3Cscript%3Ealert(1)%3C%2Fscript%3E"],
];

const PAGES = ["/en/?q=", "/en/?tag=", "/en/?after=", "/en/?q=code&sort=release&after="];
const BELOW = ["/en/docs/", "/en/prompt/", "/en/"];
/** Every text at one of the places, by turns; in a deep run at each. */
const placesOf = (places: string[], turn: number) =>
  places.filter((_, index) => isDeep || index === turn % places.length);

describe.each(HOSTILE.map(([name, text], turn) => ({ name, text, turn })))(
  "an address with $name",
  ({ text, turn }) => {
    test.each(placesOf(PAGES, turn))("in %s… still gets a page", async (address) => {
      const { statusCode, body } = await app.inject(address + text);
      expect([statusCode, body.includes("</html>")]).toEqual([200, true]);
    });

    test.each(placesOf(BELOW, turn))("below %s is a client error, not a server error", async (path) => {
      const { statusCode } = await app.inject(`${path}x${text}`);
      expect([400, 404, 414]).toContain(statusCode);
    });
  },
);

test("search words that look like tags are shown as they were typed", async () => {
  // No prompt has these tags: the page repeats the words that find nothing.
  const nothing = await app.inject(`/en/?q=${encodeURIComponent("</0>zzqx<0>")}&tag=doctor&tag=games&match=all`);
  expect(nothing.body).toMatch(/<bdi[^>]*>&lt;\/0&gt;zzqx&lt;0&gt;<\/bdi>/);
  // What is shown for a misspelled word leads back to it.
  const corrected = await app.inject(`/en/?q=${encodeURIComponent("</0>budgte<0>")}`);
  expect(corrected.body).toMatch(/<bdi[^>]*>&lt;\/0&gt;budgte&lt;0&gt;<\/bdi>/);
});
