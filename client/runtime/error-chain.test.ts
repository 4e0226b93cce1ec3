import { expect, test } from "vitest";
import { describeError, isConnectionFailure, PageLoadError, reviveError } from "./error-chain";

const failedFetch = () =>
  new PageLoadError("The data could not be loaded.", { cause: new TypeError("Failed to fetch") });

test("a request that reached no server is a connection failure, and an error of the server is none", () => {
  expect(isConnectionFailure(failedFetch())).toBe(true);
  const refused = new Error("Response not successful: Received status code 503");
  expect(isConnectionFailure(new PageLoadError("The data could not be loaded.", { cause: refused }))).toBe(false);
  expect(isConnectionFailure("no error")).toBe(false);
});

test("what the server failed to load is no connection failure in the browser, whatever its causes were", () => {
  expect(isConnectionFailure(reviveError(describeError(failedFetch())))).toBe(false);
});

test("an error that causes itself has an end", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(isConnectionFailure(error)).toBe(false);
});
