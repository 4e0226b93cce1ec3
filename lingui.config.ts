import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { FALLBACK_LOCALE, LOCALE_CODES } from "./contract/locales";

/** The sources are written in English; `npx lingui extract` collects the messages, `npx lingui compile --strict` finds gaps. */
/** What the account's pages and dialogs say is loaded with them: the home page's bytes are counted. */
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
].map((place) => `<rootDir>/client/${place}`);

/** What only the community's page says. */
const COMMUNITY = [
  "features/community",
  "features/prompt/OwnPromptCount.tsx",
  "features/vote",
  "routes/community-prompts.tsx",
].map((place) => `<rootDir>/client/${place}`);

/** What only the page of a prompt says. The home page prefetches it. */
const PROMPT = [
  "features/moderation/ReportButton.tsx",
  "features/not-found",
  "features/prompt/MoreMenu.tsx",
  "features/prompt/PromptNeighbors.tsx",
  "features/prompt/ShareMenu.tsx",
  "features/prompt/TextLanguageMenu.tsx",
  "features/prompt/Workbench.tsx",
  "features/saved-copy",
  "features/vote",
  "routes/prompt.tsx",
].map((place) => `<rootDir>/client/${place}`);

/** What only the documents say, and their page when there is none. */
const DOCS = ["features/docs", "features/not-found", "routes/docs.tsx", "routes/blog"].map(
  (place) => `<rootDir>/client/${place}`,
);

const FEEDBACK = ["routes/feedback.tsx"].map((place) => `<rootDir>/client/${place}`);

/** What comments say, which are loaded once they are about to be seen. */
const COMMENT = ["features/comment-section", "features/moderation/ReportButton.tsx"].map(
  (place) => `<rootDir>/client/${place}`,
);

/** How a search was read, if not word for word, what else there is, and the sheet of all tags: loaded with the first of them. */
const SEARCH = [
  "features/list/EmptyResult.tsx",
  "features/list/SearchNote.tsx",
  "features/list/Suggestions.tsx",
  "features/list/TagSheet.tsx",
].map((place) => `<rootDir>/client/${place}`);

/** What the frame says once the page is there. */
const FRAME = [
  "features/failure/LateFailureWords.tsx",
  "features/frame/Measurement.tsx",
  "features/frame/OfflineNote.tsx",
].map((place) => `<rootDir>/client/${place}`);

const NOT_FOUND = ["features/not-found"].map((place) => `<rootDir>/client/${place}`);

export default defineConfig({
  sourceLocale: FALLBACK_LOCALE,
  locales: [...LOCALE_CODES],
  catalogs: [
    // The interface's words, and those of mails, feeds and failed pages.
    {
      path: "<rootDir>/client/locales/{locale}/messages",
      include: ["<rootDir>/client"],
      exclude: [
        "**/*.test.*",
        "<rootDir>/client/gql/**",
        ...[
          ...ACCOUNT,
          ...COMMUNITY,
          ...PROMPT,
          ...DOCS,
          ...FEEDBACK,
          ...COMMENT,
          ...SEARCH,
          ...FRAME,
          ...NOT_FOUND,
        ].flatMap((place) => [place, `${place}/**`]),
      ],
    },
    { path: "<rootDir>/client/locales/{locale}/account", include: ACCOUNT, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/community", include: COMMUNITY, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/prompt", include: PROMPT, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/docs", include: DOCS, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/comment", include: COMMENT, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/search", include: SEARCH, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/feedback", include: FEEDBACK, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/frame", include: FRAME, exclude: ["**/*.test.*"] },
    { path: "<rootDir>/client/locales/{locale}/not-found", include: NOT_FOUND, exclude: ["**/*.test.*"] },
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
