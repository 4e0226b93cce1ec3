import { PASSWORD } from "./member";

let accounts = 0;

/** Valid values for arguments and input fields, by name. Accounts are always new, with a password that all test accounts share. */
export function validValues(): Readonly<Record<string, unknown>> {
  accounts += 1;
  return {
    locale: "EN",
    texts: [{ locale: "EN", title: "Title", content: "Content with a {{blank}}." }],
    removedLocales: ["DE"],
    id: "1",
    ids: ["1"],
    notificationIds: ["n1"],
    upTo: "n1",
    hour: 8,
    timeZone: "Europe/Paris",
    path: "terms-of-service",
    version: "current",
    slug: "the-library-opens",
    query: "token",
    first: 5,
    since: "2026-11-28T00:00:00.000Z",
    prefix: "so",
    promptId: "1",
    promptIds: ["1"],
    beforePromptId: "1",
    sessionId: "s00000000-0000-4000-8000-000000000000",
    apiTokenId: "k00000000-0000-4000-8000-000000000000",
    parentId: "c999999999",
    commentId: "c999999999",
    username: `Somebody-${accounts}`,
    email: `somebody-${accounts}@example.org`,
    identifier: "nobody@example.org",
    password: "battery 9 staple",
    passwordConfirmation: "battery 9 staple",
    currentPassword: PASSWORD,
    acceptTerms: true,
    code: "code",
    challenge: "c".repeat(43),
    verifier: "v".repeat(43),
    token: "token",
    name: "Name",
    scope: "READ",
    title: "Title",
    body: "Body",
    expectedBody: "Body",
    content: "Content with a {{blank}}.",
    revision: 1,
    idempotencyKey: `key-${accounts}`,
    value: "UP",
    // Nobody and nothing: a moderator would close the account that the test goes on with.
    userId: "u999999999",
    actId: "m999999999",
    reason: "SPAM",
  };
}
