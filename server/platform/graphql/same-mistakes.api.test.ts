import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BODY_LIMITS } from "../http/body-limits";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp({}, { keepsPages: true });
});
afterAll(async () => {
  await site.close();
});

interface Answer {
  status: number;
  type: unknown;
  errors: { code: string; extensions: object }[];
}

type Request = { payload?: unknown; query?: string; headers?: Record<string, string> };

async function ask(url: string, { payload, query, headers = {} }: Request): Promise<Answer> {
  const {
    statusCode,
    headers: answered,
    body,
  } = await site.app.inject({
    method: query === undefined ? "POST" : "GET",
    url: query === undefined ? url : `${url}?${query}`,
    headers: {
      accept: url.endsWith("stream") ? "text/event-stream" : "application/json",
      ...(query === undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload !== undefined && { payload: typeof payload === "string" ? payload : JSON.stringify(payload) }),
  });
  const { errors } = JSON.parse(body) as { errors: { extensions: { code: string } }[] };
  return {
    status: statusCode,
    type: answered["content-type"],
    errors: errors.map(({ extensions }) => ({ code: extensions.code, extensions })),
  };
}

/** What each address is for: `fields` of its root, with a variable that a document of any of them may have. */
const PLACES = [
  { url: "/graphql", kind: "query", root: "Query", field: "site { name }", list: "promptsByIds(ids: $ids) { id }" },
  {
    url: "/graphql/stream",
    kind: "subscription",
    root: "Subscription",
    field: "live(feedback: true) { kind }",
    list: "live(promptIds: $ids) { kind }",
  },
] as const;
type Place = (typeof PLACES)[number];

const posted = (query: unknown, more: object = {}): Request => ({ payload: { query, ...more } });
const good = ({ kind, field }: Place) => `${kind} { ${field} }`;
const many = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => each(index)).join(" ");
const ids = (declared: string, { kind, list }: Place) => `${kind} ($ids: ${declared}) { ${list} }`;
const hash = (query: string) => ({ version: 1, sha256Hash: createHash("sha256").update(query).digest("hex") });
const search = (parameters: Record<string, string> | string[][]) => new URLSearchParams(parameters).toString();

const MISTAKES: [string, (place: Place) => Request, number, string][] = [
  ["no JSON", () => ({ payload: "{" }), 400, "BAD_REQUEST"],
  ["nothing", () => ({ payload: "" }), 400, "BAD_REQUEST"],
  ["null", () => ({ payload: "null" }), 400, "BAD_REQUEST"],
  ["a text", () => ({ payload: '"x"' }), 400, "BAD_REQUEST"],
  ["an object of nothing", () => ({ payload: {} }), 400, "BAD_REQUEST"],
  ["a batch", (place) => ({ payload: [{ query: good(place) }] }), 400, "BAD_REQUEST"],
  [
    "plain text",
    (place) => ({ ...posted(good(place)), headers: { "content-type": "text/plain" } }),
    400,
    "BAD_REQUEST",
  ],
  [
    "another type",
    (place) => ({ payload: good(place), headers: { "content-type": "application/graphql" } }),
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ],
  ["a body that is too long", () => posted("#".repeat(BODY_LIMITS.operation)), 413, "PAYLOAD_TOO_LARGE"],
  ["no query", () => ({ payload: { variables: {} } }), 400, "BAD_REQUEST"],
  ["an empty query", () => posted(""), 400, "BAD_REQUEST"],
  ["a query that is none", () => posted(1), 400, "BAD_REQUEST"],
  ["variables as text", (place) => posted(good(place), { variables: "{}" }), 400, "BAD_REQUEST"],
  ["variables as a list", (place) => posted(good(place), { variables: [] }), 400, "BAD_REQUEST"],
  ["a name that is none", (place) => posted(good(place), { operationName: 1 }), 400, "BAD_REQUEST"],
  ["no syntax", ({ kind }) => posted(`${kind} {`), 400, "GRAPHQL_PARSE_FAILED"],
  ["an unknown field", ({ kind }) => posted(`${kind} { nothing }`), 400, "GRAPHQL_VALIDATION_FAILED"],
  [
    "many unknown fields",
    ({ kind }) => posted(`${kind} { ${many(30, (index) => `n${String(index)}`)} }`),
    400,
    "GRAPHQL_VALIDATION_FAILED",
  ],
  ["an unknown variable", (place) => posted(ids("[Nothing!]", place)), 400, "GRAPHQL_VALIDATION_FAILED"],
  [
    "an unknown operation",
    (place) => posted(good(place), { operationName: "Nothing" }),
    400,
    "OPERATION_RESOLUTION_FAILURE",
  ],
  [
    "several operations and no name",
    ({ kind, field }) => posted(`${kind} A { ${field} } ${kind} B { ${field} }`),
    400,
    "OPERATION_RESOLUTION_FAILURE",
  ],
  ["no operation", () => posted("fragment F on Query { __typename }"), 400, "GRAPHQL_VALIDATION_FAILED"],
  [
    "too many aliases",
    ({ kind, root }) =>
      posted(`${kind} { ...F } fragment F on ${root} { ${many(60, (index) => `a${String(index)}: __typename`)} }`),
    400,
    "QUERY_TOO_COMPLEX",
  ],
  ["too many words", ({ kind }) => posted(`${kind} { ${many(1100, () => "x")} }`), 400, "QUERY_TOO_COMPLEX"],
  ["a name that is too long", ({ kind }) => posted(`${kind} { ${"x".repeat(300)} }`), 400, "QUERY_TOO_COMPLEX"],
  [
    "a variable of another type",
    (place) => posted(ids("[ID!]!", place), { variables: { ids: [{}] } }),
    400,
    "BAD_USER_INPUT",
  ],
  ["a variable that is missing", (place) => posted(ids("[ID!]!", place)), 400, "BAD_USER_INPUT"],
  [
    "an operation for the other address",
    ({ kind }) => posted(kind === "query" ? "subscription { live(feedback: true) { kind } }" : "{ site { name } }"),
    400,
    "BAD_USER_INPUT",
  ],
  [
    "a stored query that is not",
    () => ({ payload: { extensions: { persistedQuery: hash("{ nowhere }") } } }),
    200,
    "PERSISTED_QUERY_NOT_FOUND",
  ],
  [
    "another query than its hash's",
    (place) => posted(good(place), { extensions: { persistedQuery: hash("{ other }") } }),
    400,
    "BAD_USER_INPUT",
  ],
  [
    "cookies from elsewhere",
    (place) => ({ ...posted(good(place)), headers: { origin: "https://evil.example", cookie: "a=b" } }),
    403,
    "FORBIDDEN",
  ],
  [
    "an unknown token",
    (place) => ({ ...posted(good(place)), headers: { authorization: "Bearer polyprompt_x" } }),
    401,
    "UNAUTHENTICATED",
  ],
  [
    "an answer of another type",
    (place) => ({ ...posted(good(place)), headers: { accept: "text/csv" } }),
    406,
    "NOT_ACCEPTABLE",
  ],
  ["no query by GET", () => ({ query: "" }), 400, "BAD_REQUEST"],
  [
    "two queries by GET",
    (place) => ({
      query: search([
        ["query", good(place)],
        ["query", good(place)],
      ]),
    }),
    400,
    "BAD_REQUEST",
  ],
  [
    "two names by GET",
    (place) => ({
      query: search([
        ["query", good(place)],
        ["operationName", "A"],
        ["operationName", "B"],
      ]),
    }),
    400,
    "BAD_REQUEST",
  ],
  [
    "variables that are no JSON, by GET",
    (place) => ({ query: search({ query: good(place), variables: "{" }) }),
    400,
    "BAD_REQUEST",
  ],
  [
    "variables as a list, by GET",
    (place) => ({ query: search({ query: good(place), variables: "[]" }) }),
    400,
    "BAD_REQUEST",
  ],
  ["no syntax by GET", ({ kind }) => ({ query: search({ query: `${kind} {` }) }), 400, "GRAPHQL_PARSE_FAILED"],
  [
    "another variable by GET",
    (place) => ({ query: search({ query: ids("[ID!]!", place), variables: '{"ids":1.5}' }) }),
    400,
    "BAD_USER_INPUT",
  ],
];

describe("/graphql and the stream answer alike to", () => {
  test.each(MISTAKES)("%s", async (_name, mistake, status, code) => {
    const [query, subscription] = [
      await ask(PLACES[0].url, mistake(PLACES[0])),
      await ask(PLACES[1].url, mistake(PLACES[1])),
    ];
    expect(query).toMatchObject({ status, type: "application/json; charset=utf-8" });
    expect(new Set(query.errors.map((error) => error.code))).toEqual(new Set([code]));
    expect(subscription).toEqual(query);
  });
});
