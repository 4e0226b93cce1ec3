import { type GraphQLObjectType, isIntrospectionType, isObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../schema";
import type { AccessLevel } from "../domain/access";
import { member, person, type TestBrowser, withToken } from "../testing/member";
import { operationOf, type SchemaOperation } from "../testing/schema-operations";
import { insertOwnPrompt } from "../testing/community";
import { createTestApp, type GraphqlAnswer, type TestApp } from "../testing/test-app";
import { accessOf } from "./access";

const SENDERS = [
  "visitor",
  "READ token",
  "WRITE token",
  "member",
  "moderator",
  "expired session",
  "revoked session",
  "unknown token",
] as const;
type Sender = (typeof SENDERS)[number];

const [IN, OUT, NO] = ["not refused", "UNAUTHENTICATED", "FORBIDDEN"] as const;
/** In the order of SENDERS. */
const EXPECTED: Record<AccessLevel, readonly string[]> = {
  public: [IN, IN, IN, IN, IN, IN, IN, OUT],
  read: [OUT, IN, IN, IN, IN, OUT, OUT, OUT],
  write: [OUT, NO, IN, IN, IN, OUT, OUT, OUT],
  session: [OUT, NO, NO, IN, IN, OUT, OUT, OUT],
  moderator: [OUT, NO, NO, NO, IN, OUT, OUT, OUT],
};
/** With the reason why everybody may run the mutation. */
const PUBLIC_MUTATIONS: Readonly<Record<string, string>> = {
  login: "signs in",
  loginWithLink: "signs in by a link",
  logout: "a visitor is logged out already",
  recordCopy: "visitors copy prompts",
  redeemConnectCode: "proves itself by a code and a secret",
  register: "makes an account",
  requestPasswordReset: "is for who cannot sign in",
  resetPassword: "proves itself by a code",
  sendLoginLink: "is for who cannot sign in",
  stopDigest: "stops a mail by a code in it",
  stopEmailChange: "proves itself by a code",
  verifyEmail: "proves itself by a code",
  verifyEmailWithNewPassword: "proves itself by a code",
};

/** How a query gets to types that hold something private. */
const PARENTS: Readonly<Record<string, string>> = {
  Viewer: "viewer",
  Session: "viewer sessions",
  ApiToken: "apiToken",
  PendingEmail: "viewer pendingEmail",
  Prompt: "viewer prompts(locale: EN) nodes",
  PromptRevision: "viewer prompts(locale: EN) nodes history nodes",
  Digest: "viewer digest",
  Favorite: "viewer favorites nodes",
  FavoriteConnection: "viewer favorites",
  Notification: "viewer notifications nodes",
  ModerationAct: "viewer moderationActs nodes",
  ReportedContent: "reportedContent nodes",
  Report: "reportedContent nodes reports",
};

interface Declared {
  name: string;
  access: AccessLevel;
  operation(): SchemaOperation;
}

const FIELDS: Declared[] = Object.values(schema().getTypeMap())
  .filter((type): type is GraphQLObjectType => isObjectType(type) && !isIntrospectionType(type))
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const access = accessOf(type, field.name);
      if (access === undefined) throw new Error(`${type.name}.${field.name}`);
      const isRoot = type.name === "Query" || type.name === "Mutation";
      if (!isRoot && access === "public") return [];
      const operation = () => operationOf(type.name, field, undefined, PARENTS);
      return [{ name: `${type.name}.${field.name}`, access, operation }];
    }),
  );

let site: TestApp;
let owner: TestBrowser;
type Send = (operation: SchemaOperation) => Promise<GraphqlAnswer<unknown>>;
const others = new Map<Sender, Send>();
/** Visitors, members and moderators who have only read: a mutation may end an account. */
const readers = new Map<Sender, Send>();

beforeAll(async () => {
  site = await createTestApp();
  owner = await member(site, "Keyholder");
  await insertAct("Keyholder");
  await insertReport(await insertOwnPrompt(site.dataSource, "Keyholder"));
  await owner.query(`mutation { createFeedback(body: "Hello") { problems { code } } }`);
  for (const scope of ["READ", "WRITE"] as const) {
    const headers = await withToken(owner, scope);
    others.set(`${scope} token`, ({ query, variables }) => site.send(query, variables, headers));
  }
  const [expired, revoked] = [await member(site, "Expired"), await member(site, "Revoked")];
  const ofUser = "where user_id = (select id from user_account where username = $1)";
  await site.dataSource.query(`update session set expires_at = now() ${ofUser}`, ["Expired"]);
  await site.dataSource.query(`delete from session ${ofUser}`, ["Revoked"]);
  others.set("expired session", ({ query, variables }) => expired.copy().send(query, variables));
  others.set("revoked session", ({ query, variables }) => revoked.copy().send(query, variables));
  const authorization = "Bearer polyprompt_unknown";
  others.set("unknown token", ({ query, variables }) => site.send(query, variables, { authorization }));
});
afterAll(async () => {
  await site.close();
});

/** Somebody reports the prompt. */
async function insertReport(promptId: number): Promise<void> {
  await site.dataSource.query("insert into report (prompt_id, from_newcomer, reason) values ($1, false, 'Spam')", [
    promptId,
  ]);
  await site.dataSource.query(
    "insert into moderation_case (prompt_id, report_count, newcomer_count) values ($1, 1, 0)",
    [promptId],
  );
}

/** A decision about the member's account. */
async function insertAct(username: string): Promise<void> {
  await site.dataSource.query(
    "insert into moderation_act (kind, member_id, before) select 'REOPEN_ACCOUNT', id, '{}' from user_account where username = $1",
    [username],
  );
}

let members = 0;

/** A member with a prompt, a former version of it, and a decision about the account. */
async function someMember(isModerator: boolean): Promise<TestBrowser> {
  members += 1;
  const username = `Anybody-${members}`;
  const browser = await member(site, username);
  await site.dataSource.query(
    "update account set is_moderator = $2 where user_id = (select id from user_account where username = $1)",
    [username, isModerator],
  );
  await insertAct(username);
  await insertOwnPrompt(site.dataSource, username);
  return browser;
}

async function senderOf(sender: Sender): Promise<Send> {
  const browser = sender === "visitor" ? person(site) : await someMember(sender === "moderator");
  return ({ query, variables }) => browser.send(query, variables);
}

async function send(sender: Sender, operation: SchemaOperation): Promise<string> {
  const isQuery = operation.query.startsWith("query");
  const sendAs = others.get(sender) ?? (isQuery ? readers.get(sender) : undefined) ?? (await senderOf(sender));
  if (isQuery) readers.set(sender, sendAs);
  const answer = await sendAs(operation);
  const codes = answer.errors?.map(({ extensions }) => extensions.code) ?? [];
  expect(codes).not.toContain("GRAPHQL_VALIDATION_FAILED");
  return codes.find((code) => code === OUT || code === NO) ?? IN;
}

/** The first of Query, of Mutation and of a private type that is for each. */
const EXAMPLES = (Object.keys(EXPECTED) as AccessLevel[]).flatMap((access) =>
  [/^Query\./, /^Mutation\./, /^(?!Query|Mutation)/].flatMap(
    (parent) => FIELDS.find((field) => field.access === access && parent.test(field.name)) ?? [],
  ),
);

/** A visitor, as which a session that has ended counts, has no viewer: null, and not an error, says so. */
const isOfNobody = (name: string, sender: Sender) =>
  ["visitor", "expired session", "revoked session"].includes(sender) &&
  PARENTS[name.split(".")[0] ?? ""]?.startsWith("viewer") === true;

describe.each(EXAMPLES)("$name, which is for $access,", ({ name, access, operation }) => {
  // Mostly spent waiting for the database.
  test.concurrent.each(SENDERS.map((sender, at) => [sender, EXPECTED[access][at]] as const))(
    "asked for by a %s: %s",
    async (sender, expected) => {
      expect(await send(sender, operation())).toBe(isOfNobody(name, sender) ? IN : expected);
    },
  );
});

/** Of those who are told apart by their rights, the last that may not, and the first that may. */
const NEAREST: Record<AccessLevel, { refused?: Sender; admitted: Sender }> = {
  public: { admitted: "visitor" },
  read: { refused: "visitor", admitted: "READ token" },
  write: { refused: "READ token", admitted: "WRITE token" },
  session: { refused: "WRITE token", admitted: "member" },
  moderator: { refused: "member", admitted: "moderator" },
};
const PARENT_TYPES = [...new Set(FIELDS.map(({ name }) => name.split(".")[0] ?? ""))];

describe.each(PARENT_TYPES)("every field of %s", (parent) => {
  const fields = FIELDS.filter(({ name }) => name.startsWith(`${parent}.`));

  test("is refused to who has too few rights for it", async () => {
    for (const { name, access, operation } of fields) {
      const { refused } = NEAREST[access];
      if (refused === undefined || isOfNobody(name, refused)) continue;
      expect([name, await send(refused, operation())]).toEqual([name, refused === "visitor" ? OUT : NO]);
    }
  });

  test("is not refused to who has just enough", async () => {
    for (const { name, access, operation } of fields)
      expect([name, await send(NEAREST[access].admitted, operation())]).toEqual([name, IN]);
  });
});

test("a token may not log out, although a visitor may ask for it", async () => {
  const logout = FIELDS.find(({ name }) => name === "Mutation.logout");
  if (!logout) throw new Error("There is no logout.");
  for (const sender of ["READ token", "WRITE token"] as const) expect(await send(sender, logout.operation())).toBe(NO);
});

test("no mutation is for tokens that may only read", () => {
  expect(FIELDS.filter(({ name, access }) => name.startsWith("Mutation.") && access === "read")).toEqual([]);
});

test("only these mutations are public", () => {
  const names = FIELDS.filter(({ name, access }) => name.startsWith("Mutation.") && access === "public");
  expect(names.map(({ name }) => name.replace("Mutation.", "")).sort()).toEqual(Object.keys(PUBLIC_MUTATIONS).sort());
});

test("a token can read whom it belongs to, but nothing private about them", async () => {
  for (const sender of ["READ token", "WRITE token"] as const) {
    const ask = (fields: string) => others.get(sender)?.({ query: `{ viewer { ${fields} } }`, variables: {} });
    expect((await ask("user { username }"))?.data).toEqual({ viewer: { user: { username: "Keyholder" } } });
    const answer = await ask("user { username } email");
    expect([answer?.data, answer?.errors?.[0]?.extensions]).toEqual([
      { viewer: { user: { username: "Keyholder" }, email: null } },
      { code: "FORBIDDEN" },
    ]);
    expect(JSON.stringify(answer)).not.toContain("@example.org");
  }
});

/** What belongs to somebody, with what may change by itself left out. A new kind of it is another entry. */
const BELONGINGS: Readonly<Record<string, string>> = {
  session: `select id, to_jsonb(s) - 'last_used_at' as row from session s where user_id = $1`,
  "API token": `select id, to_jsonb(t) - 'last_used_at' as row from api_token t where user_id = $1`,
  prompt: `select id::text, to_jsonb(p) || jsonb_build_object(
      'texts', (select jsonb_agg(t order by locale) from prompt_text t where prompt_id = p.id),
      'versions', (select jsonb_agg(r order by number) from prompt_revision r where prompt_id = p.id)) as row
    from prompt p where author_id = $1`,
  comment: `select id::text, to_jsonb(c) as row from comment c where author_id = $1`,
  notification: `select id::text, to_jsonb(n) as row from notification n where user_id = $1`,
};
const mutations = schema().getMutationType()?.getFields() ?? {};
const BY_ID = FIELDS.filter(({ name, access }) => {
  const field = mutations[name.replace("Mutation.", "")];
  return access !== "public" && field?.args.some((argument) => argument.name === "id");
});

test.each(BY_ID)(
  "$name with the number of what is somebody else's finds nothing, and changes nothing",
  async ({ access, operation }) => {
    const [user] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      "Keyholder",
    ]);
    const read = () =>
      Promise.all(
        Object.entries(BELONGINGS).map(async ([kind, sql]) => {
          const rows = await site.dataSource.query<{ id: string; row: object }[]>(`${sql} order by id`, [user?.id]);
          return { kind, rows };
        }),
      );
    const before = await read();
    const other = await someMember(false);
    for (const { kind, rows } of before) {
      expect([kind, rows.length]).not.toEqual([kind, 0]);
      for (const { id } of rows) {
        const { query, variables } = operation();
        const { errors } = await other.send(query, { ...variables, id });
        const codes = errors?.map(({ extensions }) => extensions.code);
        expect([kind, codes]).toEqual([kind, [access === "moderator" ? NO : "NOT_FOUND"]]);
      }
    }
    expect(await read()).toEqual(before);
  },
);
