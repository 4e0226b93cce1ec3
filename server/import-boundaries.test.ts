import { ESLint, type Linter } from "eslint";
import { expect, test } from "vitest";

// It has no types of its own.
const configuration: string = "../eslint.config.js";
const { importBoundaries } = (await import(configuration)) as { importBoundaries: Linter.Config[] };

const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [{ files: ["**/*.{ts,tsx}"] }, ...importBoundaries],
});

/** The rules that an import breaks in a file of that name. */
async function broken(filePath: string, from: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`import "${from}";\n`, { filePath });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

/** Of each rule an import that it forbids. */
const FORBIDDEN: [file: string, from: string][] = [
  ["product.config.ts", "./server/app"],
  ["server/features/tag/x.reader.ts", "../../../client/apollo/client"],
  ["client/features/home/x.ts", "../../../server/app"],
  ["server/platform/http/x.ts", "../../features/tag"],
  ["server/features/prompt/x.service.ts", "../../platform/graphql/context"],
  ["server/features/prompt/x.service.ts", "../../platform/http/gate"],
  ["server/features/prompt/x.service.ts", "type-graphql"],
  ["server/features/prompt/x.service.ts", "fastify"],
  ["server/platform/domain/x.ts", "graphql"],
  ["server/features/prompt/x.service.ts", "../tag/tag.store"],
  ["client/features/prompt/x.ts", "../home/x"],
  ["server/migrations/20990101000000-x.ts", "../app"],
  ["client/ui/x.tsx", "../features/home"],
  ["e2e/x.test.ts", "../client/apollo/client"],
  ["client/features/home/x.ts", "../../routes/home"],
];

test.each(FORBIDDEN)("%s may not import %s", async (file, from) => {
  expect(await broken(file, from)).toEqual([expect.stringMatching(/^boundaries\//)]);
});

test("every rule is broken by one of these", async () => {
  const rules = importBoundaries.flatMap((each) => Object.keys(each.rules ?? {}));
  const found = new Set((await Promise.all(FORBIDDEN.map(([file, from]) => broken(file, from)))).flat());
  expect([...found].sort()).toEqual(rules.sort());
});

test.each([
  ["server/features/prompt/x.service.ts", "../tag"],
  ["server/features/prompt/x.service.ts", "../../platform/domain/actor"],
  ["server/features/prompt/x.resolver.ts", "../../platform/graphql/context"],
  ["server/features/prompt/x.service.test.ts", "fastify"],
  ["client/features/home/x.ts", "../../ui/x"],
])("%s may import %s", async (file, from) => {
  expect(await broken(file, from)).toEqual([]);
});
