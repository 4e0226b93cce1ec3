import { readFileSync } from "node:fs";
import { gql } from "@apollo/client";
import {
  buildSchema,
  type DocumentNode,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeBrowser } from "../testing/fake-browser";
import * as generated from "../gql/graphql";
import { createBrowserClient, HIDDEN } from "./browser-client";
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
const LOGIN = gql`
  mutation {
    login {
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
/** The requests in flight, besides refreshes. */
let requests: { headers: Headers; answer(data: object): void; refuse(account?: string): void }[];
/** What happens in other tabs while the cookies are refreshed. */
let whileRefreshing: () => void;

beforeEach(() => {
  new FakeBrowser();
  vi.stubEnv("DEV", false); // No developer tools.
  requests = [];
  whileRefreshing = () => {};
  vi.stubGlobal(
    "fetch",
    (address: string, { headers }: RequestInit) =>
      new Promise((resolve) => {
        if (address === "/auth/refresh") {
          whileRefreshing();
          resolve(new Response(null, { status: 204 }));
          return;
        }
        requests.push({
          headers: new Headers(headers),
          refuse: (account) => resolve(unauthenticated(account)),
          answer: (data) =>
            resolve(new Response(JSON.stringify({ data }), { headers: { "content-type": "application/json" } })),
        });
      }),
  );
  session = new Session("");
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

describe("data of a member", () => {
  it.each([
    ["a visitor", () => session.end()],
    ["the next member", () => session.begin("2")],
  ])("is removed from the cache of %s", async (_who, then) => {
    const client = open();
    session.begin("1");
    const reading = client.query({ query: VIEWER });
    await untilRequested(1);
    requests[0]?.answer({ viewer: viewerOf("ann") });
    await reading;
    for (const fact of ["ann@example.org", "session-of-ann"]) expect(cached(client)).toContain(fact);
    then();
    expect(cached(client)).not.toMatch(/ann|Viewer:|Session:/);
  });

  it("does not reach another member after a late response: the query is sent again for them", async () => {
    const client = open();
    session.begin("1");
    const reading = client.query({ query: VIEWER });
    await untilRequested(1);
    session.begin("2");
    requests[0]?.answer({ viewer: viewerOf("ann") });
    await untilRequested(2);
    expect(cached(client)).not.toContain("ann");
    requests[1]?.answer({ viewer: viewerOf("bob") });
    expect((await reading).data).toMatchObject({ viewer: { email: "bob@example.org" } });
    expect(cached(client)).not.toContain("ann");
  });
});

const THREADS = gql`
  query {
    feedback {
      __typename
      comments {
        __typename
        nodes {
          __typename
          id
          hidden
          html(locale: EN)
          body
          editedAt
          author {
            __typename
            id
            username
          }
        }
      }
    }
    reportedContent {
      __typename
      totalCount
    }
  }
`;

describe("a comment that moderators have hidden", () => {
  it.each([
    ["a visitor", () => session.logOut()],
    ["the next member", () => session.begin("2")],
  ])("says nothing to %s, in its place among the others; no other than public fields are left", async (_who, then) => {
    const client = open();
    session.begin("1");
    const author = { __typename: "User", id: "7", username: "ann" };
    const [hidden, shown] = [true, false].map((isHidden) => ({
      ...{ __typename: "Comment", id: isHidden ? "1" : "2", hidden: isHidden, body: `${String(isHidden)} words` },
      ...{ html: `<p>${String(isHidden)} words</p>`, editedAt: "2026-11-25T00:00:00.000Z", author },
    }));
    client.writeQuery({
      query: THREADS,
      data: {
        feedback: { __typename: "FeedbackPage", comments: { __typename: "CommentConnection", nodes: [hidden, shown] } },
        reportedContent: { __typename: "ReportedContentConnection", totalCount: 1 },
      },
    });
    then();
    expect(cached(client)).not.toMatch(/true words|reportedContent/);
    expect(client.readQuery({ query: THREADS, returnPartialData: true })).toMatchObject({
      feedback: { comments: { nodes: [{ ...hidden, html: "", body: "", author: null, editedAt: null }, shown] } },
    });
  });

  it("comes with the field that says so, wherever what it says is asked for", () => {
    const schema = buildSchema(readFileSync("schema.graphql", "utf8"));
    const types = new TypeInfo(schema);
    const wrong: string[] = [];
    const documents = Object.values(generated).filter((each) => typeof each === "object" && "kind" in each);
    for (const document of documents as DocumentNode[]) {
      const fragments = new Map(
        document.definitions.flatMap((each) =>
          each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [],
        ),
      );
      const fieldsOf = ({ selections }: SelectionSetNode): string[] =>
        selections.flatMap((each) => {
          if (each.kind === Kind.FIELD) return [each.name.value];
          const inner = each.kind === Kind.FRAGMENT_SPREAD ? fragments.get(each.name.value) : each.selectionSet;
          return inner ? fieldsOf(inner) : [];
        });
      visit(
        document,
        visitWithTypeInfo(types, {
          SelectionSet: (node) => {
            if (types.getParentType()?.name !== "Comment") return;
            const fields = fieldsOf(node);
            if (fields.some((field) => field in HIDDEN) && !fields.includes("hidden")) wrong.push(fields.join(" "));
          },
        }),
      );
    }
    expect(wrong).toEqual([]);
  });
});

it("a mutation is under way under the lock of the cookies, a query is not", async () => {
  const locks: unknown[] = [];
  const request = async (name: string, { mode }: LockOptions, work: () => Promise<unknown>) => {
    locks.push(`${mode ?? ""} ${name}`);
    await work();
    locks.push("released");
  };
  vi.stubGlobal("navigator", { onLine: true, locks: { request } });
  const client = open();
  const asked = client.query({ query: VIEWER });
  await untilRequested(1);
  requests[0]?.answer({ viewer: null });
  await asked;
  expect(locks).toEqual([]);
  const changing = client.mutate({ mutation: CHANGE });
  await untilRequested(2);
  expect(locks).toEqual(["shared polyprompt.refresh"]);
  requests[1]?.answer({ changeUsername: { __typename: "ViewerPayload", viewer: viewerOf("ann") } });
  await changing;
  expect(locks).toEqual(["shared polyprompt.refresh", "released"]);
});

describe("a late response to a mutation", () => {
  it("reveals nothing of a member who has logged out", async () => {
    const client = open();
    session.begin("1");
    const changing = client.mutate({ mutation: CHANGE });
    await untilRequested(1);
    session.logOut();
    requests[0]?.answer({ changeUsername: { __typename: "ViewerPayload", viewer: viewerOf("ann") } });
    await expect(changing).rejects.toBeInstanceOf(SessionEndedError);
    expect(cached(client)).not.toContain("ann");
  });

  it("reveals nothing if the requesting account was not known yet", async () => {
    const client = open();
    session.begin("");
    const changing = client.mutate({ mutation: CHANGE });
    await untilRequested(1);
    session.begin("2");
    requests[0]?.answer({ changeUsername: { __typename: "ViewerPayload", viewer: viewerOf("ann") } });
    await expect(changing).rejects.toBeInstanceOf(SessionEndedError);
    expect(cached(client)).not.toContain("ann");
  });

  it("is accepted if it signs a user in", async () => {
    const client = open();
    session.begin("1");
    const entering = client.mutate({ mutation: LOGIN });
    await untilRequested(1);
    session.end();
    requests[0]?.answer({ login: { __typename: "SignInPayload", viewer: viewerOf("bob") } });
    expect((await entering).data).toMatchObject({ login: { viewer: { email: "bob@example.org" } } });
  });
});

describe("a request that the server refuses because the access token has expired", () => {
  it("is sent again after a refresh, and says each time which account it is meant for", async () => {
    const client = open();
    session.begin("1");
    const changing = client.mutate({ mutation: CHANGE });
    await untilRequested(1);
    requests[0]?.refuse();
    await untilRequested(2);
    requests[1]?.answer({ changeUsername: { __typename: "ViewerPayload", viewer: viewerOf("ann") } });
    expect((await changing).data).toMatchObject({ changeUsername: { viewer: { email: "ann@example.org" } } });
    expect(requests.map(({ headers }) => headers.get("polyprompt-account"))).toEqual(["1", "1"]);
  });

  it("is sent again without another refresh when its answer comes after one", async () => {
    const client = open();
    session.begin("1");
    let refreshes = 0;
    whileRefreshing = () => (refreshes += 1);
    const [reading, changing] = [client.query({ query: VIEWER }), client.mutate({ mutation: CHANGE })];
    await untilRequested(2);
    requests[0]?.refuse();
    await untilRequested(3);
    requests[2]?.answer({ viewer: viewerOf("ann") });
    await reading;
    requests[1]?.refuse();
    await untilRequested(4);
    requests[3]?.answer({ changeUsername: { __typename: "ViewerPayload", viewer: viewerOf("ann") } });
    expect((await changing).data).toMatchObject({ changeUsername: { viewer: { email: "ann@example.org" } } });
    expect(refreshes).toBe(1);
  });

  it("is not sent for the account that another tab has logged in to meanwhile", async () => {
    const client = open();
    session.begin("1");
    whileRefreshing = () => session.begin("2");
    const changing = client.mutate({ mutation: CHANGE });
    await untilRequested(1);
    requests[0]?.refuse();
    await expect(changing).rejects.toMatchObject({ wasRefused: true });
    expect(requests).toHaveLength(1);
  });

  it("is sent again once for the account that another tab has logged in to, if it only reads", async () => {
    const client = open();
    session.begin("1");
    whileRefreshing = () => session.begin("2");
    const reading = client.query({ query: VIEWER });
    await untilRequested(1);
    requests[0]?.refuse();
    await untilRequested(2);
    requests[1]?.answer({ viewer: viewerOf("bob") });
    expect((await reading).data).toMatchObject({ viewer: { email: "bob@example.org" } });
    expect(requests.map(({ headers }) => headers.get("polyprompt-account"))).toEqual(["1", "2"]);
  });

  it("is not sent with the cookies of another account, whose session this browser then knows", async () => {
    const client = open();
    session.begin("1");
    const changing = client.mutate({ mutation: CHANGE });
    await untilRequested(1);
    requests[0]?.refuse("2");
    await expect(changing).rejects.toMatchObject({ wasRefused: true });
    expect([requests.length, session.account]).toEqual([1, "2"]);
  });
});
