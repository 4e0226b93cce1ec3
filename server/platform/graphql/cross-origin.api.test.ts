import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../schema";
import { graphqlRequests } from "../testing/graphql-requests";
import { member, withToken } from "../testing/member";
import { operationOf } from "../testing/schema-operations";
import { accessOf } from "./access";
import { createTestApp, statementsOf, type TestApp } from "../testing/test-app";

let site: TestApp;
let authorization: string;
let cookie: string;

beforeAll(async () => {
  site = await createTestApp();
  const owner = await member(site, "Owner");
  ({ authorization } = await withToken(owner));
  cookie = [...owner.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
});
afterAll(async () => {
  await site.close();
});

const { post } = graphqlRequests(() => site);

const OWN = "http://localhost:3000";
const FOREIGN: [string, Record<string, string>][] = [
  ["another site", { origin: "https://evil.example" }],
  ["a sandboxed page", { origin: "null" }],
  ["a name that begins like ours", { origin: `${OWN}.evil.example` }],
  ["our name by another scheme", { origin: "https://localhost:3000" }],
  ["our name at another port", { origin: "http://localhost:3001" }],
  ["an extension", { origin: "chrome-extension://abcdefghijklmnop" }],
  ["an empty origin", { origin: "" }],
  ["what the browser calls another site", { "sec-fetch-site": "cross-site" }],
  ["what the browser calls a neighbour", { origin: OWN, "sec-fetch-site": "same-site" }],
];
const OWN_REQUESTS: [string, Record<string, string>][] = [
  ["the site's own pages", { origin: OWN, "sec-fetch-site": "same-origin" }],
  ["the site's own pages in an older browser", { origin: OWN }],
  ["what is no browser", {}],
  ["who typed the address", { "sec-fetch-site": "none" }],
];

const mutations = Object.values(schema().getMutationType()?.getFields() ?? {});
const open = mutations.filter(({ extensions }) => extensions["allowCrossOrigin"] === true);
const closed = mutations.filter((field) => !open.includes(field));
const mutationType = schema().getMutationType();
const accessTo = ({ name }: { name: string }) => mutationType && accessOf(mutationType, name);

const LOGIN = `login(identifier: "Owner", password: "correct horse 7") { viewer { email } problems { code } }`;
const COPY = `recordCopy(promptId: "1") { prompt { id } }`;
const copies = async () =>
  (await site.dataSource.query<{ n: number }[]>("select copy_count as n from prompt where id = 1"))[0]?.n;
const outcome = async (payload: unknown, headers: Record<string, string>) => {
  const { status, headers: answered, body } = await post(payload, headers);
  return { status, code: body.errors?.[0]?.extensions.code, data: body.data, cookie: answered["set-cookie"] };
};
const REFUSED = { status: 403, code: "FORBIDDEN", data: undefined, cookie: undefined };

test("no public mutation of an account is allowed cross-origin, but for the extension, which has a page of another origin", () => {
  expect(open.map(({ name }) => name).sort()).toEqual(["recordCopy", "redeemConnectCode"]);
});

test.each(FOREIGN)("a mutation is refused to %s, with any credentials, and nothing is done", async (_name, foreign) => {
  const operation = { query: `mutation { ${LOGIN} }` };
  const statements = await statementsOf(async () => {
    expect(await outcome(operation, foreign)).toEqual(REFUSED);
    expect(await outcome(operation, { ...foreign, cookie })).toEqual(REFUSED);
  });
  expect(statements).toEqual([]);
  expect(await outcome(operation, { ...foreign, authorization })).toEqual(REFUSED);
});

test("every other mutation is refused as well", async () => {
  const [, foreign] = FOREIGN[0] ?? [];
  for (const field of closed) {
    const answer = await outcome(operationOf("Mutation", field), { ...foreign, cookie });
    expect({ name: field.name, ...answer }).toEqual({ name: field.name, ...REFUSED });
  }
});

test("with an API token, every mutation that needs one is run or refused as anywhere, and no public one", async () => {
  const [, foreign] = FOREIGN[0] ?? [];
  const open: string[] = [];
  for (const field of closed) {
    const { errors = [] } = (await post(operationOf("Mutation", field), { ...foreign, authorization })).body;
    const isRefused = errors.some(({ message }) => message.startsWith("Pages of other sites"));
    expect([field.name, isRefused]).toEqual([field.name, accessTo(field) === "public"]);
    if (!isRefused) open.push(field.name);
    const visitor = await outcome(operationOf("Mutation", field), { ...foreign });
    expect({ name: field.name, ...visitor }).toEqual({ name: field.name, ...REFUSED });
  }
  expect(open).toEqual(expect.arrayContaining(["createPrompt", "addFavorite", "deleteAccount"]));
});

test.each(FOREIGN)("%s may write with an API token, but not with cookies beside it", async (_name, foreign) => {
  const texts = [{ locale: "EN", title: "From elsewhere", content: "Say {{what}}." }];
  const query = "mutation ($texts: [PromptTextInput!]!) { createPrompt(texts: $texts) { prompt { id } } }";
  const operation = { query, variables: { texts } };
  const written = await outcome(operation, { ...foreign, authorization });
  expect([written.status, written.data]).toMatchObject([200, { createPrompt: { prompt: {} } }]);
  expect(await outcome(operation, { ...foreign, authorization, cookie })).toEqual(REFUSED);
  expect((await outcome(operation, { ...foreign, authorization: "Bearer polyprompt_guess" })).status).toBe(401);
});

test("a page's attempt to log in beside what its token may do changes nothing", async () => {
  const input = `texts: { locale: EN, title: "Beside", content: "Say." }`;
  const query = `mutation { createPrompt(${input}) { prompt { id } } ${LOGIN} }`;
  const statements = await statementsOf(async () => {
    const evil = { origin: "https://evil.example", authorization };
    expect(await outcome({ query }, evil)).toEqual(REFUSED);
  });
  expect(statements.filter((text) => !text.includes("api_token"))).toEqual([]);
});

test.each(FOREIGN)("%s may read, and run harmless mutations", async (_name, foreign) => {
  await site.dataSource.query("delete from prompt_copy");
  const before = (await copies()) ?? 0;
  const { status, headers, body } = await post({ query: "{ site { name } }" }, foreign);
  expect([status, body.data]).toEqual([200, { site: { name: "Polyprompt" } }]);
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
  expect((await post({ query: `{ prompt(id: "1") { id } }` }, { ...foreign, authorization })).body.data).toEqual({
    prompt: { id: "1" },
  });
  expect((await outcome({ query: `mutation { ${COPY} }` }, { ...foreign, authorization })).status).toBe(200);
  expect(await copies()).toBe(before + 1);
});

test("what a page of another site may run uses up no limit of its visitor", async () => {
  await site.dataSource.query("delete from rate_limit");
  const harmless = [...Object.values(schema().getQueryType()?.getFields() ?? {})].map((field) =>
    operationOf("Query", field),
  );
  for (const operation of harmless) await outcome(operation, { origin: "https://evil.example" });
  expect(await site.dataSource.query("select key from rate_limit")).toEqual([]);
});

test.each(OWN_REQUESTS)("%s may do everything", async (_name, own) => {
  const answer = await outcome({ query: `mutation { ${LOGIN} }` }, own);
  expect(answer).toMatchObject({ status: 200, data: { login: { viewer: { email: "Owner@example.org" } } } });
  expect(answer.cookie).toBeDefined();
});

describe("a mutation that is not allowed cross-origin is detected", () => {
  const evil = { origin: "https://evil.example" };

  test.each([
    ["behind another name", `mutation { recordCopy: ${LOGIN} }`],
    ["beside an open one", `mutation { ${COPY} ${LOGIN} }`],
    ["in a fragment", `mutation { ...F } fragment F on Mutation { ${LOGIN} }`],
    [
      "in a fragment of a fragment",
      `mutation { ...F } fragment F on Mutation { ...G } fragment G on Mutation { ${LOGIN} }`,
    ],
    ["in an inline fragment", `mutation { ... on Mutation { ... { ${COPY} a: ${LOGIN} } } }`],
    [
      "where a directive may leave it out",
      `mutation ($no: Boolean = true) { ${COPY} ... @skip(if: $no) { ${LOGIN} } }`,
    ],
  ])("%s", async (_name, query) => {
    const before = await copies();
    expect(await outcome({ query }, evil)).toEqual(REFUSED);
    expect(await outcome({ query, variables: { no: false } }, evil)).toEqual(REFUSED);
    expect(await copies()).toBe(before);
  });

  test("in the operation that runs, not in one beside it", async () => {
    const query = `mutation Copy { ${COPY} } mutation Login { ${LOGIN} } query Read { site { name } }`;
    expect((await outcome({ query, operationName: "Copy" }, evil)).status).toBe(200);
    expect((await outcome({ query, operationName: "Read" }, evil)).status).toBe(200);
    expect(await outcome({ query, operationName: "Login" }, evil)).toEqual(REFUSED);
  });

  test("in a fragment that another operation may use", async () => {
    const query = `mutation A { ${COPY} ...F } query B { site { name } } fragment F on Mutation { ...G __typename } fragment G on Mutation { b: ${LOGIN} }`;
    expect(await outcome({ query, operationName: "A" }, evil)).toEqual(REFUSED);
  });
});
