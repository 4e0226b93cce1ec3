import Fastify, { type FastifyInstance } from "fastify";
import { GraphQLError } from "graphql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { badInputError, DomainError } from "../domain/domain-error";
import { registerErrorHandlers } from "./errors.route";
import { overloadedError } from "./overloaded-error";

let app: FastifyInstance;
let thrown: unknown;

beforeEach(() => {
  app = Fastify();
  registerErrorHandlers(app);
  app.get("/", () => {
    throw thrown;
  });
});
afterEach(() => app.close());

test("what GraphQL says beside the code is said as well, and nothing of the unexpected", async () => {
  const answered = async (error: unknown) => {
    thrown = error;
    const answer = await app.inject("/");
    return [answer.statusCode, answer.json<{ errors: { extensions: object }[] }>().errors[0]?.extensions];
  };
  expect(await answered(badInputError("No.", "first"))).toEqual([400, { code: "BAD_USER_INPUT", argument: "first" }]);
  const http = { status: 403 };
  expect(await answered(new GraphQLError("No.", { extensions: { code: "FORBIDDEN", field: "login", http } }))).toEqual([
    403,
    { code: "FORBIDDEN", field: "login" },
  ]);
  expect(await answered(new GraphQLError("secret"))).toEqual([500, { code: "INTERNAL_SERVER_ERROR" }]);
});

const databaseUnavailable = Object.assign(new Error("connect to 10.1.2.3"), { code: "ECONNREFUSED" });

test.each([
  ["a rate limit", new DomainError("RATE_LIMITED", "Too many.", { retryAfter: 42 }), 429, "RATE_LIMITED", "42"],
  ["an expired session", new DomainError("UNAUTHENTICATED", "Refresh."), 401, "UNAUTHENTICATED", undefined],
  ["a forbidden action", new DomainError("FORBIDDEN", "No."), 403, "FORBIDDEN", undefined],
  ["invalid input", new DomainError("BAD_USER_INPUT", "No number."), 400, "BAD_USER_INPUT", undefined],
  ["an overload", overloadedError(), 503, "SERVICE_UNAVAILABLE", "1"],
  ["an unavailable database", databaseUnavailable, 503, "SERVICE_UNAVAILABLE", "5"],
  [
    "a statement that takes too long",
    Object.assign(new Error("canceling statement"), { code: "57014" }),
    503,
    "SERVICE_UNAVAILABLE",
    "5",
  ],
  ["a missing resource", new DomainError("NOT_FOUND", "Nothing."), 404, "NOT_FOUND", undefined],
  ["a bug of ours", new TypeError("secret"), 500, "INTERNAL_SERVER_ERROR", undefined],
  // Fastify's error for a connection that breaks in the middle of the body: the database is not involved.
  [
    "an aborted request",
    Object.assign(new Error("aborted"), { code: "ECONNRESET", statusCode: 400 }),
    400,
    "BAD_REQUEST",
    undefined,
  ],
])("%s is answered with its status and code", async (_name, error, status, code, retryAfter) => {
  thrown = error;
  const { statusCode, headers, body } = await app.inject("/");
  expect([statusCode, headers["retry-after"], headers["cache-control"]]).toEqual([status, retryAfter, "no-store"]);
  expect(JSON.parse(body)).toEqual({
    errors: [
      {
        message: expect.any(String) as string,
        extensions: { code, ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }) },
      },
    ],
  });
  expect(body).not.toMatch(/secret|10\.1\.2\.3/);
});
