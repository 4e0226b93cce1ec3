import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { FALLBACK_LOCALE, LOCALE_CODES } from "./product.config";

/** The sources are written in English; `npx lingui extract` collects the messages, `npx lingui compile --strict` finds gaps. */
export default defineConfig({
  sourceLocale: FALLBACK_LOCALE,
  locales: [...LOCALE_CODES],
  catalogs: [
    // The interface's words, and those of mails.
    {
      path: "<rootDir>/client/locales/{locale}/messages",
      include: ["<rootDir>/client"],
      exclude: ["**/*.test.*", "<rootDir>/client/gql/**"],
    },
    {
      path: "<rootDir>/server/locales/{locale}/messages",
      include: ["<rootDir>/server/platform/mail"],
      exclude: ["**/*.test.*"],
    },
  ],
  // Line numbers would change the catalogs with every edit of a component.
  format: formatter({ lineNumbers: false }),
  orderBy: "origin",
});
