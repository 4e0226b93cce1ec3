import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { cruise, type ICruiseResult, type IConfiguration } from "dependency-cruiser";
import { expect, test } from "vitest";

// The configuration file has no type declarations.
const configuration: string = "../.dependency-cruiser.mjs";
const { default: rules } = (await import(configuration)) as { default: IConfiguration };

/** For each rule, imports that violate it and no other rule. Each importing file is listed once. */
const FORBIDDEN: [rule: string, file: string, imported: string][] = [
  ["contract-imports-nothing", "contract/a.ts", "server/app.ts"],
  ["contract-imports-nothing", "contract/b.ts", "zod"],
  ["server-knows-no-client", "server/features/tag/a.reader.ts", "client/session/session.ts"],
  ["client-knows-no-server", "client/features/list/a.ts", "server/app.ts"],
  ["extension-knows-neither", "extension/panel/a.ts", "client/ui/Icon.tsx"],
  ["extension-knows-neither", "extension/site/a.ts", "server/app.ts"],
  ["journeys-come-from-outside", "e2e/a.test.ts", "client/session/session.ts"],
  ["journeys-come-from-outside", "e2e/b.test.ts", "server/platform/testing/member.ts"],
  ["platform-knows-no-feature", "server/platform/http/a.ts", "server/features/tag/index.ts"],
  ["platform-knows-no-feature", "server/platform/http/b.ts", "server/schema.ts"],
  ["services-know-no-transport", "server/features/prompt/a.service.ts", "server/platform/graphql/context.ts"],
  ["services-know-no-transport", "server/features/prompt/b.service.ts", "server/platform/http/gate.ts"],
  ["services-know-no-transport", "server/features/prompt/c.service.ts", "type-graphql"],
  ["services-know-no-transport", "server/features/prompt/d.service.ts", "fastify"],
  ["services-know-no-transport", "server/platform/domain/a.ts", "graphql"],
  ["features-by-their-index", "server/features/prompt/e.service.ts", "server/features/tag/tag.store.ts"],
  ["features-by-their-index", "client/features/prompt/a.ts", "client/features/list/list-state.ts"],
  ["migrations-import-nothing", "server/migrations/20990101000000-a.ts", "server/app.ts"],
  ["ui-knows-no-data", "client/ui/a.ts", "client/features/list/index.ts"],
  ["ui-knows-no-data", "client/ui/b.ts", "@apollo/client"],
  ["session-and-runtime-know-no-feature", "client/runtime/a.ts", "client/features/list/index.ts"],
  ["session-and-runtime-know-no-feature", "client/session/a.ts", "client/forms/Form.tsx"],
  ["session-and-runtime-know-no-feature", "client/session/b.ts", "client/runtime/router.tsx"],
  ["session-and-runtime-know-no-feature", "client/i18n/a.ts", "client/routes/home.tsx"],
  ["forms-know-no-feature", "client/forms/a.ts", "client/features/account/index.ts"],
  ["features-know-no-route", "client/features/list/b.ts", "client/routes/home.tsx"],
  ["features-know-no-route", "client/features/list/c.ts", "client/runtime/router.tsx"],
];

const ALLOWED: [file: string, imported: string][] = [
  ["contract/c.ts", "contract/d.ts"],
  ["contract/c.test.ts", "vitest"],
  ["extension/panel/b.ts", "contract/d.ts"],
  ["server/features/prompt/f.service.ts", "server/features/tag/index.ts"],
  ["server/features/prompt/g.service.ts", "server/platform/domain/actor.ts"],
  ["server/features/prompt/h.resolver.ts", "server/platform/graphql/context.ts"],
  ["server/features/prompt/i.service.test.ts", "fastify"],
  ["server/platform/http/c.test.ts", "server/schema.ts"],
  ["client/features/list/d.ts", "client/ui/c.ts"],
  ["client/features/list/e.ts", "client/forms/Form.tsx"],
  ["client/forms/b.ts", "client/session/session.ts"],
  ["client/runtime/prefetch.ts", "client/runtime/router.tsx"],
  ["client/runtime/router.tsx", "client/routes/home.tsx"],
  ["e2e/c.test.ts", "server/platform/testing/community.ts"],
];

/** The rule violations of an imaginary project. */
async function violationsIn(files: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "polyprompt-imports-"));
  try {
    for (const [file, text] of files) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const { output } = await cruise([...files.keys()], {
      ...rules.options,
      tsConfig: undefined,
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: rules.forbidden },
    });
    return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function project(imports: readonly [file: string, imported: string][]): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, imported] of imports)
    if (imported.endsWith("ts") || imported.endsWith("tsx")) files.set(imported, "export const x = 1;\n");
  for (const [file, imported] of imports) {
    const from = files.has(imported) ? path.relative(path.dirname(file), imported).replace(/^(?!\.)/, "./") : imported;
    files.set(file, `import { x } from "${from.replace(/\.tsx?$/, "")}";\nexport const y = x;\n`);
  }
  return files;
}

test("each forbidden import violates its rule and no other", async () => {
  const found = await violationsIn(project(FORBIDDEN.map(([, file, imported]) => [file, imported])));
  expect(found.sort()).toEqual(FORBIDDEN.map(([rule, file, imported]) => `${rule}: ${file} → ${imported}`).sort());
});

test("allowed imports violate no rule", async () => {
  expect(await violationsIn(project(ALLOWED))).toEqual([]);
});

test("circular imports are detected, even of types only", async () => {
  const found = await violationsIn(
    new Map([
      ["client/ui/a.ts", `import type { B } from "./b";\nexport type A = B | 1;\n`],
      ["client/ui/b.ts", `import type { A } from "./a";\nexport type B = A | 2;\n`],
    ]),
  );
  expect(found.map((each) => each.split(":")[0])).toContain("no-circles");
});

test("every rule has a test case", () => {
  const names = (rules.forbidden ?? []).map(({ name }) => name);
  expect([...new Set(FORBIDDEN.map(([rule]) => rule)), "no-circles"].sort()).toEqual(names.sort());
});
