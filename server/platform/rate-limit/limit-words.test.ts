import { expect, test } from "vitest";
import { atMost, limitWords } from "./limit-words";

test.each([
  [60, "10 a minute"],
  [15 * 60, "10 in 15 minutes"],
  [60 * 60, "10 an hour"],
  [24 * 60 * 60, "10 a day"],
  [90, "10 in 90 seconds"],
])("ten in %d seconds are %s", (seconds, words) => {
  expect(limitWords({ limit: 10, seconds })).toBe(words);
});

test("an action says all its limits, and the lower ones of newcomers", () => {
  const hourly = { limit: 1000, seconds: 60 * 60 };
  expect(atMost("per account", [hourly])).toBe("RATE_LIMITED past 1,000 an hour per account.");
  expect(atMost("per account", [{ limit: 5, seconds: 60 }, hourly], [{ limit: 1, seconds: 60 }])).toBe(
    "RATE_LIMITED past 5 a minute and 1,000 an hour per account, 1 a minute in the account's first week and while its address is unconfirmed.",
  );
});
