import { readFileSync } from "node:fs";
import { addMocksToSchema, createMockStore, type IMocks, type IMockStore } from "@graphql-tools/mock";
import { buildSchema, graphql, isObjectType } from "graphql";
import { vi } from "vitest";

const schema = buildSchema(readFileSync("schema.graphql", "utf8"));

interface Asked {
  /** The name of the operation. */
  operation: string;
  variables: Record<string, unknown>;
}

/** By type and field, what the API answers instead of made-up data. */
export type Resolvers = Record<
  string,
  Record<string, (parent: unknown, args: Readonly<Record<string, unknown>>) => unknown>
>;

/** The API with data that are made up from the schema: fetch goes here, and nothing leaves the process. */
export class MockedApi {
  /** The operations that have been asked for, in order. */
  readonly asked: Asked[] = [];
  /** The data: `store.set("Prompt", "7", "upvoteDifference", 2)`. */
  readonly store: IMockStore;
  /** How requests fail: the network, or the server, which no longer knows the session until somebody logs in, or has been asked for too much. */
  failure: "network" | "session ended" | "limited" | null = null;
  /** The session has ended elsewhere, and the page learns of it when it sends this operation. */
  lastOfSession: string | null = null;
  /** The server carries this operation out, once, and the answer gets lost. */
  lostAnswer: string | null = null;
  private readonly held = new Map<string, Promise<void>>();

  /** @param account the id of the member whose cookies the browser has. Members log in with their id as their name. */
  constructor(
    resolvers: Resolvers = {},
    public account: string | null = null,
  ) {
    const store = createMockStore({ schema, mocks: madeUp(), mockGenerationBehavior: "deterministic" });
    this.store = store;
    const ofId = (type: string, id: unknown) => store.get(type, id as string);
    const answers: Resolvers = {
      ...resolvers,
      Query: {
        prompt: (_, { id }) => ofId("Prompt", id),
        promptsByIds: (_, { ids }) => (ids as string[]).map((id) => ofId("Prompt", id)),
        viewer: () => (this.account === null || this.failure ? null : store.get("Viewer", "it")),
        ...resolvers["Query"],
      },
      Viewer: { user: () => ofId("User", this.account), ...resolvers["Viewer"] },
      Mutation: {
        login: (_, { identifier }) => {
          this.failure = this.lastOfSession = null;
          this.signIn(identifier as string);
          return { viewer: store.get("Viewer", "it"), problems: [] };
        },
        ...resolvers["Mutation"],
      },
    };
    if (account !== null) this.signIn(account);
    const mocked = addMocksToSchema({ schema, store, resolvers: answers });
    vi.stubGlobal("fetch", async (address: string, { body = "" }: { body?: string } = {}): Promise<Response> => {
      if (address !== "/graphql") return new Response("", { status: 401 });
      const request = JSON.parse(body) as {
        query: string;
        variables: Record<string, unknown>;
        operationName: string;
      };
      const { query: source, variables: variableValues, operationName } = request;
      this.asked.push({ operation: operationName, variables: variableValues });
      if (operationName === this.lastOfSession) this.failure = "session ended";
      await this.held.get(operationName);
      if (this.failure === "network") throw new TypeError("Failed to fetch");
      if (this.failure === "limited") {
        const extensions = { code: "RATE_LIMITED", retryAfter: 100 };
        return Response.json({ errors: [{ message: "Too much.", extensions }] }, { status: 429 });
      }
      if (this.failure === "session ended" && source.startsWith("mutation") && operationName !== "Login") {
        const extensions = { code: "UNAUTHENTICATED" };
        return Response.json({ errors: [{ message: "Sign in first.", extensions }] }, { status: 401 });
      }
      const answer = await graphql({ schema: mocked, source, variableValues, operationName });
      if (operationName === this.lostAnswer) {
        this.lostAnswer = null;
        throw new TypeError("Failed to fetch");
      }
      return Response.json(answer);
    });
  }

  /** Gives the browser the cookies of a member, who is called `member42`. */
  signIn(account: string): void {
    this.account = account;
    this.store.set("User", account, "username", `member${account}`);
  }

  /** Holds back the answers to an operation. @returns what lets them go */
  hold(operation: string): () => void {
    let letGo = () => {};
    this.held.set(operation, new Promise<void>((resolve) => (letGo = resolve)));
    return () => {
      this.held.delete(operation);
      letGo();
    };
  }

  /** The variables of each request for an operation. */
  askedFor(operation: string): Record<string, unknown>[] {
    return this.asked.filter((each) => each.operation === operation).map(({ variables }) => variables);
  }
}

function madeUp(): IMocks {
  let ids = 1000;
  const mocks: IMocks = {
    ID: () => String((ids += 1)),
    Int: () => 3,
    Float: () => 1,
    Boolean: () => false,
    String: () => "Words",
    DateTime: () => "2026-11-01T12:00:00.000Z",
  };
  for (const type of Object.values(schema.getTypeMap())) {
    // Nothing is refused unless a test says so.
    if (isObjectType(type) && "problems" in type.getFields()) mocks[type.name] = () => ({ problems: [] });
  }
  return mocks;
}
