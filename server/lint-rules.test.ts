import { ESLint, Linter } from "eslint";
import { expect, test } from "vitest";
import tseslint from "typescript-eslint";

/** Each makes a test depend on the speed of a machine. */
const CLOCKS = `
  import { setTimeout as delay } from "node:timers/promises";
  import { performance as clock } from "node:perf_hooks";
  performance.now();
  Date.now();
  new Date();
  process.hrtime.bigint();
  process.cpuUsage();
  setTimeout(resolve, 100);
  await page.waitForTimeout(100);
  await vi.waitFor(() => expect(done).toBe(true));
`;

const NO_CLOCKS = `
  vi.useFakeTimers();
  vi.advanceTimersByTime(100);
  new Date("2026-11-27");
  import { setImmediate } from "node:timers/promises";
  page.clock.runFor(100);
  await expect.poll(() => done).toBe(true);
`;

/** The lines of a text at which our configuration of a file finds clocks. */
async function clocksIn(text: string, file: string): Promise<number[]> {
  const { rules } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  const [rule] = [rules?.["no-restricted-syntax"]];
  const messages = new Linter().verify(
    text,
    {
      files: ["**/*.{ts,tsx}"],
      languageOptions: { parser: tseslint.parser },
      rules: rule ? { "no-restricted-syntax": rule } : {},
    },
    file,
  );
  return messages.map(({ line }) => line);
}

test.each(["contract/a.test.ts", "client/ui/A.test.tsx", "server/a.api.test.ts", "e2e/a.test.ts", "e2e/a.ts"])(
  "a clock in %s is refused",
  async (file) => {
    expect(await clocksIn(CLOCKS, file)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await clocksIn(NO_CLOCKS, file)).toEqual([]);
  },
);

test("code that is no test may have a clock", async () => {
  expect(await clocksIn(CLOCKS, "server/platform/http/a.ts")).toEqual([]);
});
