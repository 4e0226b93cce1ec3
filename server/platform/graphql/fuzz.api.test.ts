import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../schema";
import { insertCrowd } from "../testing/community";
import { randomOperation } from "../testing/random-operation";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
  await insertCrowd(site.dataSource, { users: 10, prompts: 200 });
});
afterAll(async () => {
  await site.close();
});

const CODES = [
  "BAD_USER_INPUT",
  "NOT_FOUND",
  "UNAUTHENTICATED",
  "RATE_LIMITED",
  "QUERY_TOO_COMPLEX",
  "GRAPHQL_VALIDATION_FAILED",
];

test("any query is answered, with data or a client error", async () => {
  const seen = { data: 0, errors: 0 };
  await fc.assert(
    fc.asyncProperty(randomOperation(schema()), async ({ query, variables }) => {
      const { data, errors, status } = await site.send<Record<string, unknown> | null>(query, variables);
      expect(status).toBeLessThan(500);
      for (const { extensions, message } of errors ?? []) {
        // A body with such a key is not parsed.
        if (JSON.stringify(variables).includes('"__proto__":')) expect(message).toContain("not valid JSON");
        else expect(CODES, message).toContain(extensions.code);
        // A selection that does not fit the schema would test nothing.
        expect(message).not.toMatch(/Cannot query field|Unknown argument|Unknown type/);
      }
      if (errors) seen.errors += 1;
      else {
        expect(data).not.toBeNull();
        seen.data += 1;
      }
    }),
    { numRuns: 400 },
  );
  expect(seen.data).toBeGreaterThan(50);
  expect(seen.errors).toBeGreaterThan(50);
});
