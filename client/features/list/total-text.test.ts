import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { totalText } from "./total-text";

const i18n = setupI18n({ locale: "en" });

test("a total has a plus where the server stopped to count, and not because it is a thousand", () => {
  expect(totalText(i18n, 1000, false)).toBe("1,000+");
  expect(totalText(i18n, 1000, true)).toBe("1,000");
  expect(totalText(i18n, 1000)).toBe("1,000");
});
