import { describe, expect, test } from "vitest";
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale, localePath } from "../../contract/locales";
import type { PageContext } from "./page-context";
import { isPage, NOT_FOUND_PATH, type PageName } from "../../contract/pages";
import { createRoutes, matchedPages } from "./router";

const EXAMPLES: Record<PageName, string> = {
  home: "/",
  prompt: "/prompt/7",
  communityPrompts: "/community-prompts",
  docs: "/docs/privacy-policy",
  blog: "/blog",
  blogArchive: "/blog/archive",
  post: "/blog/the-library-opens",
  feedback: "/feedback",
  favorites: "/user/favorite",
  notifications: "/user/notifications",
  moderation: "/user/moderation",
  user: "/user/",
  auth: "/user/auth",
  loginLink: "/user/link",
  confirm: "/user/confirm",
  changeEmail: "/user/change-email",
  stopEmailChange: "/user/stop-email-change",
  stopDigest: "/user/stop-digest",
  connect: "/user/connect",
  resetPassword: "/reset-password",
};

describe("a page", () => {
  const routes = new Map(LOCALE_CODES.map((locale) => [locale, createRoutes({ locale } as PageContext)]));
  const shownAt = (pathname: string, locale: Locale = DEFAULT_LOCALE) =>
    matchedPages(routes.get(locale) ?? [], pathname, "").map(({ source }) => source);

  test("exists where the router has a route, in every language", () => {
    const sources = Object.values(EXAMPLES).map((path) => {
      for (const locale of LOCALE_CODES) {
        expect(isPage(localePath(locale, path)), path).toBe(true);
        expect(shownAt(localePath(locale, path), locale)).toEqual(shownAt(path));
      }
      return shownAt(path);
    });
    expect(new Set(sources.flat()).size).toBe(Object.keys(EXAMPLES).length);
    expect(sources.flat()).not.toContain("client/routes/not-found.tsx");
  });

  test("does not exist at any non-canonical spelling of its path", () => {
    for (const path of [
      "",
      "//",
      "/en",
      "/en//",
      "//en/",
      "/zh/",
      "/zh/prompt/7",
      "/EN/",
      "/%65n/",
      "/prompt",
      "/prompt/",
      "/prompt/7/",
      "/en/prompt//7",
      "/en//prompt/7",
      "/prompt/0",
      "/prompt/007",
      "/prompt/7.0",
      "/prompt/1e3",
      "/prompt/%37",
      "/prompt/1234567890",
      "/Prompt/7",
      "/docs",
      "/docs/category/",
      "/docs//deploy",
      "/docs/extension",
      "/blog/",
      "/blog/Post",
      "/docs/Privacy-policy",
      "/docs/privacy-policy.md",
      "/docs/..%2Fen%2Fprivacy-policy",
      "/docs/../docs/privacy-policy",
      "/user",
      "/user/auth/",
      "/en/#x",
    ]) {
      expect(isPage(path), path).toBe(false);
    }
  });

  test("does not exist at the path of the not-found page", () => {
    expect(isPage(NOT_FOUND_PATH)).toBe(false);
    expect(shownAt(NOT_FOUND_PATH)).toEqual(["client/routes/not-found.tsx"]);
  });
});
