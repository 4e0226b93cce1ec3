import js from "@eslint/js";
import lingui from "eslint-plugin-lingui";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

/** What makes a test depend on the speed of a machine. `npm run bench` is where time is measured. */
const CLOCKS = [
  "MemberExpression[object.name='performance'][property.name='now']",
  "MemberExpression[object.name='Date'][property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "MemberExpression[object.name='process'][property.name=/^(hrtime|cpuUsage|uptime)$/]",
  "ImportDeclaration[source.value='node:timers/promises'] > ImportSpecifier[imported.name!='setImmediate']",
  "ImportDeclaration[source.value='node:perf_hooks']",
  "CallExpression[callee.name='setTimeout']",
  "CallExpression[callee.property.name='waitForTimeout']",
].map((selector) => ({
  selector,
  message: "Tests neither judge time nor wait for it: count, wait for a state (expect.poll), or use fake timers.",
}));

const SHORT_WAITS = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^wait/][arguments.length=1]",
  message: "Vitest's own second is too short for a slow machine: use expect.poll, or give a timeout.",
};

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "node_modules/",
      "{client,extension,server}/gql/",
      "{client,extension,server}/locales/",
      "extension/.wxt/",
      ".data/",
    ],
  },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: "tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-extraneous-class": "off",
      // Code points are what is wanted where strings are spread here; graphemes are counted by Intl.Segmenter.
      "@typescript-eslint/no-misused-spread": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      // Apollo's and DataLoader's generics trip it where nothing is wrong.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Fallbacks for browsers that know nothing newer, and the only sign of an input method in Safari.
      "@typescript-eslint/no-deprecated": ["error", { allow: [{ from: "lib", name: ["execCommand", "keyCode"] }] }],
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    // TypeGraphQL reads the types of parameters at run time: their imports must stay imports of values.
    files: ["server/features/**/*.resolver.ts"],
    rules: { "@typescript-eslint/consistent-type-imports": "off" },
  },
  {
    files: ["{client,extension}/**/*.tsx"],
    plugins: { "react-hooks": reactHooks, lingui },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // On the server ours reads no cache.
      "no-restricted-imports": [
        "error",
        {
          paths: [{ name: "@apollo/client/react", importNames: ["useFragment"], message: "Use runtime/use-fragment." }],
        },
      ],
      // What only the browser knows (its storage, its size) can be set after hydration only.
      "react-hooks/set-state-in-effect": "off",
      "lingui/no-expression-in-message": "error",
      "lingui/no-single-tag-to-translate": "error",
      "lingui/no-single-variables-to-translate": "error",
      "lingui/t-call-in-function": "error",
      "lingui/no-unlocalized-strings": [
        "error",
        {
          // What no person reads: names of things, addresses, class names, keys.
          ignore: [
            "^[a-z0-9:/#.?=&_*-]*$",
            "^[A-Z_]+$",
            // Paths of icons, colours, names of fragments, keys of the keyboard.
            "^M-?[\\d. ][\\d. a-zA-Z-]*$",
            "^var\\(--[a-z-]+\\)$",
            "^[A-Za-z]+_[a-z]+$",
            // Names of fields, also where a comparison asks for their values.
            "^[a-z]+([A-Z][a-z]+)+$",
            "^(⌘|Ctrl) [K↵]$",
            "^Control\\+Enter Meta\\+Enter$",
            "^Polyprompt$",
            // Commands.
            "^(npm start|git clone)$",
            // Markup without words.
            "^<(!|/(head|body)>|(link|script) )",
          ],
          ignoreNames: [
            {
              regex: {
                pattern:
                  "^(className|d|viewBox|key|id|role|rel|type|as|to|href|lang|dir|media|content|property|source|path|style|classNames)$",
              },
            },
            {
              regex: {
                pattern: "^(aria-(describedby|controls|labelledby|live|hidden|current|expanded|pressed)|data-.*)$",
              },
            },
          ],
          ignoreFunctions: [
            "*Error",
            "Symbol",
            "*.get*",
            "*.set*",
            "*.closest",
            "*.matches",
            "*.querySelector",
            "*.querySelectorAll",
            "*.matchMedia",
            "*.addEventListener",
            "*.removeEventListener",
            "graphql",
            "*.includes",
            "*.split",
            "*.join",
            "*.replace",
            "import",
          ],
          useTsTypes: true,
        },
      ],
    },
  },
  { files: ["**/*.{js,mjs}"], languageOptions: { globals: globals.node } },
  {
    files: ["**/*.test.{ts,tsx}", "client/testing/**"],
    rules: {
      "lingui/no-unlocalized-strings": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["**/*.test.{ts,tsx}", "e2e/**/*.ts", "{server/platform,client}/testing/**/*.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", SHORT_WAITS, ...CLOCKS] },
  },
  {
    // None of them fails because a machine is slow.
    files: [
      // They stop the clock, and set it.
      "e2e/visit.ts",
      "server/built-pages.api.test.ts",
      "server/platform/http/page-cache.api.test.ts",
      "server/platform/jobs/job-runner.api.test.ts",
      "server/platform/lifecycle/background-work.test.ts",
      // The time of day as an input.
      "server/features/prompt/pick.api.test.ts",
      // They wait: for the site to be ready, for the browser's next task.
      "e2e/site.ts",
      "e2e/visit.test.ts",
    ],
    rules: { "no-restricted-syntax": ["error", SHORT_WAITS] },
  },
  // GraphiQL speaks English, and its page holds no words of ours.
  { files: ["client/explorer/**"], rules: { "lingui/no-unlocalized-strings": "off" } },
);
