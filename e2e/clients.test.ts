import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type * as graphqlSse from "graphql-sse";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { confirmEmailOf, createMember, onAnotherDevice, signedInAs } from "./account";
import { queryAs } from "./own-prompts";
import { visit, type VisitOptions } from "./visit";

let server: Server;
/** Another origin of the same host, to which browsers send the site's cookies. */
let elsewhere: string;

const PAGE = `<link rel="icon" href="data:,">
  <script type="module">import * as all from "./graphql-sse/client.mjs"; window.graphqlSse = all;</script>`;

/** A page of an integrator, which has graphql-sse beside it. */
beforeAll(async () => {
  server = createServer(({ url = "/" }, response) => {
    const [, module] = /^\/graphql-sse\/(\w+\.mjs)$/.exec(url) ?? [];
    response.setHeader("content-type", module === undefined ? "text/html" : "text/javascript");
    response.end(module === undefined ? PAGE : readFileSync(`node_modules/graphql-sse/lib/${module}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  elsewhere = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const API = `${inject("site")}/graphql`;

/** The page asks the site, which is foreign to it. @param complaints that it causes beside */
const visitElsewhere = (
  options: VisitOptions,
  journey: (page: Page) => Promise<void>,
  ...complaints: readonly RegExp[]
) =>
  visit(
    "/",
    {
      ...options,
      site: elsewhere,
      usable: false,
      expectedComplaints: [/^foreign: \S+\/graphql(\/stream)?$/, ...complaints],
    },
    ({ page }) => journey(page),
  );

/** A favourite is added by a script of the page. @returns the answer, or why there is none */
const addFavorite = (page: Page, headers: Record<string, string>, credentials: RequestCredentials) =>
  page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init);
        return (await response.json()) as unknown;
      } catch (error) {
        return String(error);
      }
    },
    [
      API,
      {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        credentials,
        body: JSON.stringify({
          query: `mutation { addFavorite(promptId: "11") { prompt { id viewerHasFavorited } } }`,
        }),
      },
    ] as const,
  );

/** What a member does or reads without a browser. */
async function as<Data>(username: string, query: string, variables: object = {}): Promise<Data> {
  const answers: Data[] = [];
  await onAnotherDevice(username, async (requests) => answers.push(await queryAs<Data>(requests, query, variables)));
  return answers[0] as Data;
}

const hasFavorited = async (username: string) =>
  (await as<{ prompt: { viewerHasFavorited: boolean } }>(username, "{ prompt(id: 11) { viewerHasFavorited } }")).prompt
    .viewerHasFavorited;

describe("a page of another origin", () => {
  it("writes with a token", async () => {
    const username = await createMember();
    const { createApiToken } = await as<{ createApiToken: { token: string } }>(
      username,
      `mutation { createApiToken(name: "Elsewhere", scope: WRITE) { token } }`,
    );
    await visitElsewhere({}, async (page) => {
      const answer = await addFavorite(page, { authorization: `Bearer ${createApiToken.token}` }, "same-origin");
      expect(answer).toEqual({ data: { addFavorite: { prompt: { id: "11", viewerHasFavorited: true } } } });
    });
    expect(await hasFavorited(username)).toBe(true);
  });

  it("writes nothing with the cookies of a member who visits it", async () => {
    const username = await createMember();
    await visitElsewhere(
      signedInAs(username),
      async (page) => {
        expect(await page.context().cookies(API)).not.toEqual([]);
        expect(await addFavorite(page, {}, "include")).toBe("TypeError: Failed to fetch");
      },
      /blocked by CORS policy/,
      /net::ERR_FAILED$/,
    );
    expect(await hasFavorited(username)).toBe(false);
  });

  it("hears by graphql-sse when a member comments", async () => {
    const username = await createMember();
    await confirmEmailOf(username);
    await visitElsewhere({}, async (page) => {
      const isOpen = page.waitForResponse(
        (response) => response.url() === `${API}/stream` && response.status() === 200,
      );
      const told = page.evaluate(async (url) => {
        const { createClient } = (window as unknown as { graphqlSse: typeof graphqlSse }).graphqlSse;
        const client = createClient({ url });
        const query = `subscription { live(promptIds: ["11"]) { kind promptId commentId } }`;
        const answer = await client.iterate({ query }).next();
        client.dispose();
        return answer.value as unknown;
      }, `${API}/stream`);
      await isOpen;
      const { createComment } = await as<{ createComment: { comment: { id: string } } }>(
        username,
        `mutation { createComment(promptId: "11", body: "Heard elsewhere by ${username}") { comment { id } } }`,
      );
      expect(await told).toEqual({
        data: { live: { kind: "COMMENT_ADDED", promptId: "11", commentId: createComment.comment.id } },
      });
    });
  });
});
