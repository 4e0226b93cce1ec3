import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../schema";
import { insertCrowd, insertOwnPrompt } from "../testing/community";
import { HOSTILE_TEXTS } from "../testing/hostile-texts";
import { confirmedMember } from "../testing/member";
import { createTestApp, type TestApp } from "../testing/test-app";
import { leastThreadTime, threadTime } from "../testing/thread-time";
import { type SchemaOperation, textPositions, type TextPosition } from "../testing/schema-operations";

/** A request that blocks the thread for less does not delay others noticeably. */
const LONGEST_MS = 50;
/**
 * The number of concurrent requests. If together they take too long, each half of them is retried, down to a single one: with more
 * at once, ordinary ones would take too long together, and each be sent several times.
 */
const AT_ONCE = 4;

/** Mutations to send signed out: they end or change the session, or need none. */
const BY_VISITORS = new Set([
  "register",
  "login",
  "loginWithLink",
  "sendLoginLink",
  "requestPasswordReset",
  "resetPassword",
]);
/** Error codes that mean that the text never reached the code under test. */
const NOT_REACHED = ["UNAUTHENTICATED", "RATE_LIMITED", "FORBIDDEN", "GRAPHQL_VALIDATION_FAILED"];

// Those of subscriptions are sent to their own address, in live.api.test.ts.
const positions = textPositions(schema(), {
  User: `user(username: "Crowd-0")`,
  Viewer: "viewer",
  Prompt: "viewer prompts(locale: EN) nodes",
  FeedbackPage: "feedback",
  Comment: "feedback comments nodes",
}).filter(({ parent }) => parent !== "Subscription");
const FOR_MODERATORS = new Set(["reportedContent", "moderationActs"]);
/** The number of the signed-in member's prompt. */
let ownPrompt: number;

let site: TestApp;
let cookie: string;
let senders = 0;

beforeAll(async () => {
  site = await createTestApp({ LOG_LEVEL: "silent" });
  await insertCrowd(site.dataSource, { users: 1, prompts: 5 });
  const member = await confirmedMember(site, "Insider");
  await member.query(`mutation { addComment(input: { body: "Hello" }) { problems { code } } }`);
  ownPrompt = await insertOwnPrompt(site.dataSource, "Insider");
  await site.dataSource.query("update account set is_moderator = true");
  cookie = [...member.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  // Rate limits are counted, but never reached.
  await site.dataSource.query(
    `create function start_again() returns trigger language plpgsql as 'begin new.hits := 1; return new; end'`,
  );
  await site.dataSource.query(
    `create trigger start_again before insert or update on rate_limit for each row execute function start_again()`,
  );
});
afterAll(async () => {
  await site.close();
});

interface Attempt {
  position: TextPosition;
  text: string;
  payload: string;
}

async function send({ position, text, payload }: Attempt): Promise<string[]> {
  senders += 1;
  const signedIn =
    FOR_MODERATORS.has(position.field) ||
    (["Mutation", "Viewer", "Prompt"].includes(position.parent) && !BY_VISITORS.has(position.field));
  const response = await site.app.inject({
    method: "POST",
    url: "/graphql",
    remoteAddress: `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
    headers: {
      "content-type": "application/json",
      origin: "http://localhost:3000",
      ...(signedIn ? { cookie } : {}),
    },
    // Only an own prompt gets as far as its text.
    payload: position.field === "updatePrompt" ? payload.replace('"id":"1"', `"id":"${ownPrompt}"`) : payload,
  });
  const name = `${position.name} given ${text}`;
  const faults: string[] = [];
  if (response.statusCode >= 500) faults.push(`${name}: HTTP ${response.statusCode}`);
  const { errors = [] } = response.json<{ errors?: { message: string; extensions: { code: string } }[] }>();
  for (const { message, extensions } of errors)
    if (extensions.code === "INTERNAL_SERVER_ERROR" || NOT_REACHED.includes(extensions.code))
      faults.push(`${name}: ${extensions.code} ${message.slice(0, 100)}`);
  return faults;
}

/** One attempt for every hostile text at a position. */
function attemptsAt(position: TextPosition): Attempt[] {
  return [...HOSTILE_TEXTS].map(([text, value]) => ({
    position,
    text,
    payload: JSON.stringify(position.operation(value)),
  }));
}

/** Sends the attempts. @returns the failures, and the attempts that took too long */
async function attack(attempts: readonly Attempt[]): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0; at < attempts.length; at += AT_ONCE) {
    const together = attempts.slice(at, at + AT_ONCE);
    const busy = await threadTime(async () => {
      faults.push(...(await Promise.all(together.map(send))).flat());
    });
    if (busy > LONGEST_MS) faults.push(...(await slowAmong(together)));
  }
  return faults;
}

/** Repeats attempts that took too long together. */
async function slowAmong(attempts: readonly Attempt[]): Promise<string[]> {
  const [first] = attempts;
  if (!first) return [];
  const sendAll = () => Promise.all(attempts.map(send));
  if (attempts.length === 1) {
    const alone = await leastThreadTime(sendAll, LONGEST_MS);
    return alone > LONGEST_MS ? [`${first.position.name} given ${first.text}: busy for ${Math.round(alone)} ms`] : [];
  }
  if ((await threadTime(sendAll)) <= LONGEST_MS) return [];
  const middle = Math.ceil(attempts.length / 2);
  return [...(await slowAmong(attempts.slice(0, middle))), ...(await slowAmong(attempts.slice(middle)))];
}

describe("no text causes a server error or blocks the thread, as", () => {
  test.each(positions)("$name", async (position) => {
    expect(await attack(attemptsAt(position))).toEqual([]);
  });
});

test("a new password of any characters is hashed, quickly", async () => {
  const registration = positions.find(({ name }) => name === "Mutation.register(input.password)");
  if (!registration) throw new Error("There is no registration.");
  const attempts = attemptsAt(registration).map((attempt, index) => {
    const { query, variables } = JSON.parse(attempt.payload) as SchemaOperation;
    const input = variables["input"] as Record<string, string>;
    const repeated = { ...input, username: `Hashed-${index}`, passwordConfirmation: input["password"] };
    return { ...attempt, payload: JSON.stringify({ query, variables: { input: repeated } }) };
  });
  expect(await attack(attempts)).toEqual([]);
  const [{ made } = { made: 0 }] = await site.dataSource.query<{ made: number }[]>(
    "select count(*)::int as made from user_account where username like 'Hashed-%'",
  );
  expect(made).toBeGreaterThan(10);
});
