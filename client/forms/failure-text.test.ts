import { CombinedGraphQLErrors, ServerError } from "@apollo/client";
import { expect, test } from "vitest";
import { NotDoneError } from "../session/send-as";
import { failureOf } from "./failure-text";

const serverError = (body: string, status: number) =>
  new ServerError("No", { response: new Response(body, { status }), bodyText: body });

test("a rate limit states its duration, both as a GraphQL error and as a failed request", () => {
  const errors = [{ message: "Too many", extensions: { code: "RATE_LIMITED", retryAfter: 61 } }];
  expect(failureOf(new CombinedGraphQLErrors({ errors }))).toEqual({ reason: "limited", minutes: 2 });
  expect(failureOf(serverError(JSON.stringify({ errors }), 429))).toEqual({ reason: "limited", minutes: 2 });
});

test("distinguishes an ended session, a request that was not sent, an answer that is lost and a server error", () => {
  const errors = [{ message: "Sign in", extensions: { code: "UNAUTHENTICATED" } }];
  expect(failureOf(new CombinedGraphQLErrors({ errors }))).toEqual({ reason: "signed-out" });
  expect(failureOf(new NotDoneError("Failed to fetch"))).toEqual({ reason: "network" });
  expect(failureOf(new TypeError("Failed to fetch"))).toEqual({ reason: "unanswered" });
  expect(failureOf(serverError("<html>Bad gateway</html>", 502))).toEqual({ reason: "server" });
});
