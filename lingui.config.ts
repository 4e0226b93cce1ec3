import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { FALLBACK_LOCALE, LOCALE_CODES } from "./contract/locales";

/** What needs an account: the words come with its pages and dialogs. */
const ACCOUNT = [
  "features/account",
  "features/comment-form",
  "features/favorite-list",
  "features/mark-keeper",
  "features/moderation",
  "features/moderation-queue",
  "features/notification-bell",
  "features/notification-list",
  "features/own-prompt",
  "features/prompt/OwnPromptCount.tsx",
  "features/prompt/PromptPreview.tsx",
  "features/prompt-editor",
  "features/prompt-history",
  "features/transfer",
  "forms",
  "routes/account",
];

/** The community's page. */
const COMMUNITY = [
  "features/community",
  "features/prompt/OwnPromptCount.tsx",
  "features/vote",
  "routes/community-prompts.tsx",
];

/** The pages with comments: a prompt's, and the feedback page. */
const PROMPT = [
  "features/comment-section",
  "features/moderation/ReportButton.tsx",
  "features/prompt/MoreMenu.tsx",
  "features/prompt/PromptNeighbors.tsx",
  "features/prompt/ShareMenu.tsx",
  "features/prompt/TextLanguageMenu.tsx",
  "features/prompt/Workbench.tsx",
  "features/saved-copy",
  "features/vote",
  "routes/feedback.tsx",
  "routes/prompt.tsx",
];

/** The docs and the blog. */
const DOCS = ["features/docs", "routes/docs.tsx", "routes/blog"];

const inClient = (places: readonly string[]) => places.map((place) => `<rootDir>/client/${place}`);

/** The sources are written in English; `npx lingui extract` collects the messages, `npx lingui compile --strict` finds gaps. */
export default defineConfig({
  sourceLocale: FALLBACK_LOCALE,
  locales: [...LOCALE_CODES],
  catalogs: [
    // What all pages say, and whatever is in none of the others.
    {
      path: "<rootDir>/client/locales/{locale}/messages",
      include: ["<rootDir>/client"],
      exclude: [
        "**/*.test.*",
        "<rootDir>/client/gql/**",
        ...inClient([ACCOUNT, COMMUNITY, PROMPT, DOCS].flat()).flatMap((place) => [place, `${place}/**`]),
      ],
    },
    { path: "<rootDir>/client/locales/{locale}/account", include: inClient(ACCOUNT), exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/community", include: inClient(COMMUNITY), exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/prompt", include: inClient(PROMPT), exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/docs", include: inClient(DOCS), exclude: ["**/*.test.*"] },
    {
      path: "<rootDir>/extension/locales/{locale}/messages",
      include: ["<rootDir>/extension"],
      exclude: ["**/*.test.*"],
    },
    {
      path: "<rootDir>/server/locales/{locale}/messages",
      include: [
        "<rootDir>/server/platform/mail",
        "<rootDir>/server/platform/http/*-words.ts",
        "<rootDir>/server/features/*/*-words.ts",
      ],
      exclude: ["**/*.test.*"],
    },
  ],
  // Line numbers would change the catalogs with every edit of a component.
  format: formatter({ lineNumbers: false }),
  orderBy: "origin",
});
