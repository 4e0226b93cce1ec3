import { CombinedGraphQLErrors, ServerError } from "@apollo/client";
import { expect, test } from "vitest";
import { failureOf } from "./failure-text";

const answer = (body: string, status: number) =>
  new ServerError("No", { response: new Response(body, { status }), bodyText: body });

test("a limit says for how long, whether the answer counts as GraphQL or as a failed request", () => {
  const errors = [{ message: "Too many", extensions: { code: "RATE_LIMITED", retryAfter: 61 } }];
  expect(failureOf(new CombinedGraphQLErrors({ errors }))).toEqual({ reason: "limited", minutes: 2 });
  expect(failureOf(answer(JSON.stringify({ errors }), 429))).toEqual({ reason: "limited", minutes: 2 });
});

test("a session that has ended, a network that is gone and a server that fails are told apart", () => {
  const errors = [{ message: "Sign in", extensions: { code: "UNAUTHENTICATED" } }];
  expect(failureOf(new CombinedGraphQLErrors({ errors }))).toEqual({ reason: "signed-out" });
  expect(failureOf(new TypeError("Failed to fetch"))).toEqual({ reason: "network" });
  expect(failureOf(answer("<html>Bad gateway</html>", 502))).toEqual({ reason: "server" });
});
