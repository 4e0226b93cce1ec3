import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type PluginObj, types } from "@babel/core";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { babelOptimizerPlugin } from "@graphql-codegen/client-preset";
import { linguiMacros } from "./vite.macros.ts";

/** Lingui's macros, in the server those of mails; and each GraphQL document replaced by an import of the module that codegen wrote for it. */
function babelPass(): Plugin {
  return linguiMacros(/\/(client|server)\/.*\.tsx?$/, [
    [babelOptimizerPlugin, { artifactDirectory: "client/gql/", gqlTagName: "graphql" }],
    importDocumentModules,
  ]);
}

/** The preset's own plugin imports from the single module of all documents. */
function importDocumentModules(): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          for (const statement of program.node.body) {
            if (!types.isImportDeclaration(statement) || !statement.source.value.endsWith("/gql/graphql")) continue;
            const [specifier] = statement.specifiers;
            if (statement.importKind === "type" || !types.isImportSpecifier(specifier)) continue;
            statement.source.value = statement.source.value.replace(/graphql$/, `documents/${specifier.local.name}`);
          }
        },
      },
    },
  };
}

const isOwn = (id: string) => !id.includes("/node_modules/");

const WORTH_COMPRESSING = /\.(js|css|svg|json)$/;
/** Of smaller files, compression saves next to nothing. */
const COMPRESSED_FROM = 512;

/** Precompresses the client's assets at the highest level, which is too slow at request time. */
function compressAssets(): Plugin {
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  return {
    name: "polyprompt-compress-assets",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle({ dir = "" }, bundle) {
      const compress = async (file: string) => {
        const content = await readFile(file);
        if (content.length < COMPRESSED_FROM) return;
        const params = {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        await Promise.all([
          brotli(content, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
          gzipped(content, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${file}.gz`, bytes)),
        ]);
      };
      const assets = Object.keys(bundle).filter((name) => /^assets\//.test(name) && WORTH_COMPRESSING.test(name));
      await Promise.all(assets.map((name) => compress(path.join(dir, name))));
    },
  };
}

/** Imports begin when their files have come, so that one that failed can be tried again: our own function in place of Vite's. */
function filesBeforeImports(): Plugin {
  return {
    name: "polyprompt-files-before-imports",
    enforce: "pre",
    apply: "build",
    resolveId: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => path.resolve("client/runtime/before-import.ts"),
    },
  };
}

/** Vitest must not load two copies of graphql, one from ESM and one from CommonJS. */
const oneGraphql = [{ find: /^graphql$/, replacement: "graphql/index.js" }];

/** Time limits find what hangs, and nothing else: a busy machine can be ten times slower than a quiet one. */
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

/** Other runs than `npm run test:deep` leave these out (server/platform/testing/deep.ts). */
const DEEP_ONLY = process.env.DEEP === "1" ? [] : ["**/*.deep{,.api}.test.ts"];

const SEEDED = "server/platform/testing/property-tests.setup.ts";

export default defineConfig({
  // Asset URLs are relative to the importing module: the base path is a runtime setting of the server.
  base: "./",
  publicDir: false,
  plugins: [babelPass(), react(), lingui({ failOnCompileError: true }), filesBeforeImports(), compressAssets()],
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  build: { target: "es2022" },
  builder: {},
  environments: {
    client: {
      // Under this condition RxJS exports native classes; by default, functions for old browsers.
      resolve: { conditions: ["es2015", ...defaultClientConditions] },
      build: {
        outDir: "dist/client",
        manifest: true,
        // Of a module that needs no other, too.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, needed) => (needed.length > 0 ? needed : [file]),
        },
        rollupOptions: {
          input: { client: "client/runtime/entry.client.tsx", explorer: "client/explorer/explorer.tsx" },
          output: {
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.includes("/client/routes/") ? "assets/page-[name]-[hash].js" : "assets/[name]-[hash].js",
            // Our own modules that most pages share, as each file costs its headers. The bundler makes a file for each combination of the others.
            codeSplitting: { groups: [{ name: "shared", test: isOwn, minShareCount: 16 }] },
          },
          // Importing one thing from a feature does not pull in the rest of it.
          treeshake: { moduleSideEffects: [{ test: /\/client\/features\/[^/]+\/index\.ts$/, sideEffects: false }] },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        ssr: true,
        target: "node20",
        // TypeORM and TypeGraphQL derive names from class names.
        minify: false,
        rollupOptions: {
          input: {
            main: "server/main.ts",
            "entry.server": "client/runtime/entry.server.tsx",
            "render-worker": "server/platform/http/render-worker.ts",
          },
        },
      },
    },
  },
  test: {
    alias: oneGraphql,
    // With V8's usual 16 MB for new objects, collecting garbage takes a tenth of the workers' time.
    execArgv: ["--max-semi-space-size=64"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          setupFiles: [SEEDED],
          include: ["{contract,server,client,extension}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.api.test.ts", "**/*.component.test.tsx", ...DEEP_ONLY],
          ...PATIENT,
          // Reloading modules for each file took a third of the time.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          environment: "happy-dom",
          setupFiles: ["client/testing/component-tests.setup.ts"],
          include: ["client/**/*.component.test.tsx"],
          ...PATIENT,
          expect: { poll: { timeout: 30_000 } },
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          setupFiles: [SEEDED, "server/platform/testing/cheap-passwords.setup.ts"],
          include: ["server/**/*.api.test.ts"],
          exclude: DEEP_ONLY,
          globalSetup: ["server/platform/testing/postgres.setup.ts"],
          ...PATIENT,
          // Every file has its own database and shares nothing else; reloading the server for each would take most of the time.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: DEEP_ONLY,
          globalSetup: ["e2e/site.setup.ts"],
          ...PATIENT,
          // The last lines of `npm test` name those that needed it.
          retry: 1,
          // Files create their data under unique names; reloading the helpers and a browser for each would take a minute.
          isolate: false,
          // Two keep two processors busy: more would only slow one another down.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
