import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  Network,
  type OperationType,
  RecordSource,
  Store,
} from "relay-runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertComments, serveSite, type ServedSite } from "./served-site";

/** What a Relay project has in its modules. The compiler makes the query of further pages by itself, with `node(id)`. */
const MODULE = `
graphql\`
  fragment thread on Prompt
  @argumentDefinitions(first: { type: "Int", defaultValue: 2 }, after: { type: "String" })
  @refetchable(queryName: "threadNextQuery") {
    id
    text(locale: EN) {
      title
    }
    comments(first: $first, after: $after) @connection(key: "thread_comments") {
      edges {
        node {
          id
          body
        }
      }
    }
  }
\`;
graphql\`
  query threadQuery($id: ID!) {
    prompt(id: $id) {
      ...thread
    }
  }
\`;
graphql\`
  query threadCommentQuery($id: ID!) {
    comment(id: $id) {
      id
      body
    }
  }
\`;
`;

const require = createRequire(import.meta.url);
let folder: string;
let site: ServedSite;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "polyprompt-relay-"));
  mkdirSync(join(folder, "src"));
  copyFileSync("schema.graphql", join(folder, "schema.graphql"));
  writeFileSync(join(folder, "src/thread.js"), MODULE);
  writeFileSync(join(folder, "package.json"), "{}");
  const config = { src: "src", schema: "schema.graphql", language: "javascript", eagerEsModules: false };
  writeFileSync(join(folder, "relay.config.json"), JSON.stringify(config));
  execFileSync(process.execPath, [require.resolve("relay-compiler/cli.js"), "relay.config.json"], {
    cwd: folder,
    stdio: "pipe",
  });
  site = await serveSite();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

/** What the compiler has made of an operation. */
const compiled = (name: string) => require(join(folder, `src/__generated__/${name}.graphql.js`)) as ConcreteRequest;

function createEnvironment(): Environment {
  const network = Network.create(async ({ text }, variables) => {
    const response = await fetch(site.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: text, variables }),
    });
    return (await response.json()) as GraphQLResponse;
  });
  return new Environment({ network, store: new Store(new RecordSource()) });
}

/** Asks the site, and keeps the answer in the store for good. */
async function load(environment: Environment, name: string, variables: Record<string, unknown>): Promise<void> {
  environment.retain(createOperationDescriptor(compiled(name), variables));
  await fetchQuery<OperationType>(environment, compiled(name), variables).toPromise();
}

/** A record of the store, with the records that it leads to as `__ref` and `__refs`. */
const record = (environment: Environment, id: string) =>
  environment.getStore().getSource().get(id) as Record<string, unknown> | undefined;

/** The ids of the comments on a prompt, of all pages that were loaded. */
function thread(environment: Environment, promptId: string): string[] {
  const { edges } = record(environment, `client:${promptId}:__thread_comments_connection`) ?? {};
  return (edges as { __refs: string[] }).__refs.map(
    (edge) => (record(environment, edge)?.["node"] as { __ref: string }).__ref,
  );
}

test("a prompt and a comment of the same number stay themselves in one store, and a fragment is asked for again by its node", async () => {
  const ids = await insertComments(site, 11, ["Newest", "Middle", "Eleventh"], [13, 12, 11]);
  expect(ids).toEqual(["c13", "c12", "c11"]);
  const environment = createEnvironment();
  await load(environment, "threadCommentQuery", { id: "c11" });
  await load(environment, "threadQuery", { id: "11" });
  expect(thread(environment, "11")).toEqual(["c13", "c12"]);
  const { endCursor } = record(environment, "client:11:__thread_comments_connection:pageInfo") ?? {};
  await load(environment, "threadNextQuery", { id: "11", first: 2, after: endCursor });
  expect(thread(environment, "11")).toEqual(["c13", "c12", "c11"]);
  expect(record(environment, "11")).toMatchObject({ __typename: "Prompt", id: "11" });
  expect(record(environment, "c11")).toMatchObject({ __typename: "Comment", id: "c11", body: "Eleventh" });
});
