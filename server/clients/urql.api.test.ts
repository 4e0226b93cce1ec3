import { Client, fetchExchange, gql } from "@urql/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirmedMember, withToken } from "../platform/testing/member";
import { serveSite, type ServedSite } from "./served-site";

let site: ServedSite;
let authorization: Record<string, string>;
const sent: Request[] = [];

beforeAll(async () => {
  site = await serveSite();
  authorization = await withToken(await confirmedMember(site, "Integrator"));
});
beforeEach(() => {
  sent.length = 0;
});
afterAll(async () => {
  await site.close();
});

const createClient = (headers: Record<string, string> = {}) =>
  new Client({
    url: site.url,
    preferGetMethod: true,
    exchanges: [fetchExchange],
    fetchOptions: { headers },
    fetch: (input, init) => {
      const request = new Request(input, init);
      sent.push(request);
      return fetch(request);
    },
  });

const TITLE = gql<{ prompt: { id: string; text: { title: string } } }, { id: string }>`
  query ($id: ID!) {
    prompt(id: $id) {
      id
      text(locale: EN) {
        title
      }
    }
  }
`;

describe("urql", () => {
  test("asks by GET, without a header of its own", async () => {
    const { data, error } = await createClient().query(TITLE, { id: "11" });
    expect(error).toBeUndefined();
    expect(data?.prompt).toMatchObject({ id: "11", text: { title: expect.stringMatching(/\w/) as string } });
    expect(sent.map(({ method, headers }) => [method, [...headers.keys()]])).toEqual([["GET", ["accept"]]]);
  });

  test("writes by POST with a token; what is refused takes nothing else along", async () => {
    const { data, error } = await createClient(authorization).mutation(
      gql<Record<string, unknown>, Record<string, never>>`
        mutation {
          added: addFavorite(promptId: "11") {
            prompt {
              id
              viewerHasFavorited
            }
          }
          ended: logout {
            accepted
          }
        }
      `,
      {},
    );
    expect(sent.map(({ method }) => method)).toEqual(["POST"]);
    expect(data).toMatchObject({ added: { prompt: { id: "11", viewerHasFavorited: true } }, ended: null });
    expect(error?.graphQLErrors.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [["ended"], "FORBIDDEN"],
    ]);
  });
});

describe("an address with the query in it, as by curl -G", () => {
  const get = (headers: Record<string, string> = {}) =>
    fetch(`${site.url}?${new URLSearchParams({ query: "{ prompt(id: 11) { copyCount } }" }).toString()}`, { headers });

  test("is all that a program needs", async () => {
    const response = await get();
    expect([response.status, await response.json()]).toEqual([200, { data: { prompt: { copyCount: 0 } } }]);
  });

  test("costs no body again until something has changed", async () => {
    const tag = (await get()).headers.get("etag") ?? "";
    const same = await get({ "if-none-match": tag });
    expect([same.status, await same.text()]).toEqual([304, ""]);
    await createClient(authorization).mutation(`mutation { recordCopy(promptId: "11") { prompt { id } } }`, {});
    const changed = await get({ "if-none-match": tag });
    expect([changed.status, await changed.json()]).toEqual([200, { data: { prompt: { copyCount: 1 } } }]);
  });
});
