import { localePath, splitLocalePath } from "../../product.config";

/** The only form of a prompt's number: "007" or "7.0" are no addresses. */
export const PROMPT_NUMBER = /^[1-9]\d{0,8}$/;
/** The only form of the name of a page of the docs. */
export const DOC_SLUG = /^[a-z0-9-]{1,100}$/;

/**
 * Every page's path within a locale, in its one spelling. The router shows pages at these, and the server knows by them what is
 * no page. What may stand for a name is in `PARAMETERS`.
 */
export const PAGE_PATHS = {
  home: "/",
  prompt: "/prompt/:number",
  docs: "/docs/:slug",
  settings: "/user/",
  auth: "/user/auth",
  loginLink: "/user/link",
  confirm: "/user/confirm",
  changeEmail: "/user/change-email",
  stopEmailChange: "/user/stop-email-change",
  reset: "/reset-password",
} as const;

export type PageName = keyof typeof PAGE_PATHS;

/** Within a locale; it is nowhere linked to. */
export const NOT_FOUND_PATH = "/404";

const PARAMETERS: Readonly<Record<string, RegExp>> = {
  ":number": PROMPT_NUMBER,
  ":slug": DOC_SLUG,
};

/**
 * Whether there may be a page at exactly this path: its loader can still find nothing, but every other spelling is no page.
 * @param pathname within the base path, as it was sent, without the query
 */
export function isPage(pathname: string): boolean {
  const { locale, path } = splitLocalePath(pathname);
  const segments = path.split("/");
  return (
    pathname === localePath(locale, path) &&
    Object.values(PAGE_PATHS).some((pattern) => fits(pattern.split("/"), segments))
  );
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => {
      const segment = segments[index] ?? "";
      return PARAMETERS[part]?.test(segment) ?? part === segment;
    })
  );
}
