import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schema } from "../../schema";
import { insertCrowd, insertOwnPrompt } from "../testing/community";
import { isDeep, sample } from "../testing/deep";
import { HOSTILE_TEXTS, LONG_TEXTS } from "../testing/hostile-texts";
import { confirmedMember } from "../testing/member";
import { createTestApp, type TestApp } from "../testing/test-app";
import { textPositions, type TextPosition } from "../testing/schema-operations";

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
  await member.query(`mutation { createFeedback(body: "Hello") { problems { code } } }`);
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
    payload:
      position.field === "updatePrompt" ? payload.replace('"promptId":"1"', `"promptId":"${ownPrompt}"`) : payload,
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

/** In every run, each position has a seventh of the hostile texts, the next one another: a dozen. */
const TURNS = isDeep ? 1 : 7;

/** Hostile texts at a position. Of the long ones, which end at the caps, a deep run has one at each: another one at the next. */
function attemptsAt(position: TextPosition): Attempt[] {
  const turn = positions.indexOf(position);
  const texts = [...HOSTILE_TEXTS].filter((_, at) => at % TURNS === turn % TURNS);
  const long = [...LONG_TEXTS][turn % LONG_TEXTS.size];
  return [...texts, ...(isDeep && long ? [long] : [])].map(([text, value]) => attempt(position, text, value));
}

function attempt(position: TextPosition, text: string, value: string): Attempt {
  return { position, text, payload: JSON.stringify(position.operation(value)) };
}

/** Sends the attempts, four at a time. @returns the failures */
async function attack(attempts: readonly Attempt[]): Promise<string[]> {
  const atOnce = pLimit(4);
  return (await Promise.all(attempts.map((attempt) => atOnce(() => send(attempt))))).flat();
}

describe("no text causes a server error, as", () => {
  test.each(positions)("$name", async (position) => {
    expect(await attack(attemptsAt(position))).toEqual([]);
  });
});

test("no text that is longer than any may be causes a server error", async () => {
  const longest = positions.find(({ name }) => name === "Mutation.createPrompt(texts.content)");
  if (!longest) throw new Error("Prompts have no content.");
  expect(await attack(sample([...LONG_TEXTS], 12).map(([text, value]) => attempt(longest, text, value)))).toEqual([]);
});

test("a new password of any characters is hashed", async () => {
  const registration = positions.find(({ name }) => name === "Mutation.register(password)");
  if (!registration) throw new Error("There is no registration.");
  const attempts = sample([...HOSTILE_TEXTS], 24).map(([text, value], index) => {
    const { query, variables } = registration.operation(value);
    const repeated = { ...variables, username: `Hashed-${index}`, passwordConfirmation: variables["password"] };
    return { position: registration, text, payload: JSON.stringify({ query, variables: repeated }) };
  });
  expect(await attack(attempts)).toEqual([]);
  const [{ made } = { made: 0 }] = await site.dataSource.query<{ made: number }[]>(
    "select count(*)::int as made from user_account where username like 'Hashed-%'",
  );
  expect(made).toBeGreaterThan(5);
});
