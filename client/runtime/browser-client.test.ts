import { gql } from "@apollo/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import { createBrowserClient } from "./browser-client";
import { Session } from "../session/session";
import { SessionEndedError } from "../session/session-link";

const VIEWER = gql`
  query {
    viewer {
      __typename
      email
      user {
        __typename
        id
        username
      }
      sessions {
        __typename
        id
      }
    }
  }
`;
const CHANGE = gql`
  mutation {
    changeUsername {
      __typename
      viewer {
        __typename
        email
      }
    }
  }
`;

const viewerOf = (name: string) => ({
  __typename: "Viewer",
  email: `${name}@example.org`,
  user: { __typename: "User", id: name, username: name },
  sessions: [{ __typename: "Session", id: `session-of-${name}` }],
});

let session: Session;
/** The requests in flight. */
let requests: { headers: Headers; answer(data: object, errors?: object[]): void; refuse(account?: string): void }[];
/** How often the page was reloaded. */
let reloads: number;

beforeEach(() => {
  new FakeBrowser();
  vi.stubEnv("DEV", false); // No developer tools.
  requests = [];
  reloads = 0;
  vi.stubGlobal(
    "fetch",
    (_address: string, { headers }: RequestInit) =>
      new Promise((resolve) => {
        requests.push({
          headers: new Headers(headers),
          refuse: (account) => resolve(unauthenticated(account)),
          answer: (data, errors) =>
            resolve(
              new Response(JSON.stringify({ data, errors }), { headers: { "content-type": "application/json" } }),
            ),
        });
      }),
  );
  session = new Session("", () => (reloads += 1));
});

const unauthenticated = (account?: string) =>
  new Response(JSON.stringify({ errors: [{ message: "Sign in first.", extensions: { code: "UNAUTHENTICATED" } }] }), {
    status: 401,
    headers: { "content-type": "application/json", ...(account ? { "polyprompt-account": account } : {}) },
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const open = () => createBrowserClient("", {}, session);
const cached = (client: ReturnType<typeof open>) => JSON.stringify(client.cache.extract());
const untilRequested = (times: number) => expect.poll(() => requests).toHaveLength(times);

it("says for which account a request is meant, and reloads the page for another one whose session the browser has by now", async () => {
  const client = open();
  session.begin("1");
  const changing = client.mutate({ mutation: CHANGE });
  await untilRequested(1);
  requests[0]?.refuse("2");
  await expect(changing).rejects.toThrow();
  expect(requests.map(({ headers }) => headers.get("polyprompt-account"))).toEqual(["1"]);
  expect([reloads, session.account]).toEqual([1, "1"]);
});

describe("a query about a member whose session has ended", () => {
  it("is an error, and leaves the cache as it is", async () => {
    const client = open();
    session.begin("1");
    client.writeQuery({ query: VIEWER, data: { viewer: viewerOf("ann") } });
    const reading = client.query({ query: VIEWER, fetchPolicy: "network-only" });
    await untilRequested(1);
    requests[0]?.answer({ viewer: null });
    // It may have crossed with an answer that brought another cookie.
    await untilRequested(2);
    requests[1]?.answer({ viewer: null });
    await expect(reading).rejects.toBeInstanceOf(SessionEndedError);
    expect(cached(client)).toContain("ann@example.org");
  });

  it("that fails for another reason says that reason", async () => {
    const client = open();
    session.begin("1");
    const reading = client.query({ query: VIEWER });
    await untilRequested(1);
    requests[0]?.answer({ viewer: null }, [{ message: "A wrong cursor." }]);
    await expect(reading).rejects.toThrow("A wrong cursor.");
  });

  it("is answered when the member is there after all", async () => {
    const client = open();
    session.begin("1");
    const reading = client.query({ query: VIEWER });
    await untilRequested(1);
    requests[0]?.answer({ viewer: null });
    await untilRequested(2);
    requests[1]?.answer({ viewer: viewerOf("ann") });
    expect((await reading).data).toMatchObject({ viewer: { email: "ann@example.org" } });
  });

  it("says that nobody is there, on the page of whoever the server has not confirmed", async () => {
    const client = open();
    const reading = client.query({ query: VIEWER });
    await untilRequested(1);
    requests[0]?.answer({ viewer: null });
    expect((await reading).data).toEqual({ viewer: null });
  });
});

it("a query that was asked as a visitor is asked again once they have signed in, also under way", async () => {
  const client = open();
  const reading = client.query({ query: VIEWER });
  await untilRequested(1);
  session.begin("1");
  requests[0]?.answer({ viewer: null });
  await untilRequested(2);
  expect(requests[1]?.headers.get("polyprompt-account")).toBe("1");
  requests[1]?.answer({ viewer: viewerOf("ann") });
  expect((await reading).data).toMatchObject({ viewer: { email: "ann@example.org" } });
});

it("what a visitor's page has asked for about the viewer is asked again once they have signed in", async () => {
  const client = open();
  client.writeQuery({ query: VIEWER, data: { viewer: null } });
  session.begin("1");
  const reading = client.query({ query: VIEWER });
  await untilRequested(1);
  requests[0]?.answer({ viewer: viewerOf("ann") });
  expect((await reading).data).toMatchObject({ viewer: { email: "ann@example.org" } });
});
