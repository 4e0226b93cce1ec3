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
/** What is asked and not answered yet. */
let asked: { answer(data: object): void }[];

beforeEach(() => {
  new FakeBrowser();
  vi.stubEnv("DEV", false); // No developer tools.
  asked = [];
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise((resolve) => {
        asked.push({
          answer: (data) =>
            resolve(new Response(JSON.stringify({ data }), { headers: { "content-type": "application/json" } })),
        });
      }),
  );
  session = new Session("");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const open = () => createBrowserClient("", {}, session);
const held = (client: ReturnType<typeof open>) => JSON.stringify(client.cache.extract());
const untilAsked = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times));

describe("what a member has read", () => {
  it.each([
    ["a visitor", () => session.end()],
    ["who logs in after them", () => session.begin("2")],
  ])("is not in the cache of %s", async (_who, then) => {
    const client = open();
    session.begin("1");
    const reading = client.query({ query: VIEWER });
    await untilAsked(1);
    asked[0]?.answer({ viewer: viewerOf("ann") });
    await reading;
    for (const fact of ["ann@example.org", "session-of-ann"]) expect(held(client)).toContain(fact);
    then();
    expect(held(client)).not.toMatch(/ann|Viewer:|Session:/);
  });

  it("does not reach who is there when the answer comes: it is asked again for them", async () => {
    const client = open();
    session.begin("1");
    const reading = client.query({ query: VIEWER });
    await untilAsked(1);
    session.begin("2");
    asked[0]?.answer({ viewer: viewerOf("ann") });
    await untilAsked(2);
    expect(held(client)).not.toContain("ann");
    asked[1]?.answer({ viewer: viewerOf("bob") });
    expect((await reading).data).toMatchObject({ viewer: { email: "bob@example.org" } });
    expect(held(client)).not.toContain("ann");
  });
});

describe("an answer to a mutation that comes late", () => {
  it("shows nothing of the member who has gone", async () => {
    const client = open();
    session.begin("1");
    const changing = client.mutate({ mutation: CHANGE });
    await untilAsked(1);
    session.logOut();
    asked[0]?.answer({ changeUsername: { __typename: "ViewerPayload", viewer: viewerOf("ann") } });
    await expect(changing).rejects.toBeInstanceOf(SessionEndedError);
    expect(held(client)).not.toContain("ann");
  });

  it("shows nothing where it is not known yet who had asked", async () => {
    const client = open();
    session.begin("");
    const changing = client.mutate({ mutation: CHANGE });
    await untilAsked(1);
    session.begin("2");
    asked[0]?.answer({ changeUsername: { __typename: "ViewerPayload", viewer: viewerOf("ann") } });
    await expect(changing).rejects.toBeInstanceOf(SessionEndedError);
    expect(held(client)).not.toContain("ann");
  });

  it("counts when it signs somebody in", async () => {
    const client = open();
    session.begin("1");
    const entering = client.mutate({ mutation: LOGIN });
    await untilAsked(1);
    session.end();
    asked[0]?.answer({ login: { __typename: "SignInPayload", viewer: viewerOf("bob") } });
    expect((await entering).data).toMatchObject({ login: { viewer: { email: "bob@example.org" } } });
  });
});
