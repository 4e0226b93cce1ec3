import { LIMITS } from "./limits";
import { localePath, splitLocalePath } from "./locales";

type KnownParameters = [name: string, value: string][];

interface PageAddress {
  /** Within a locale, in its one spelling. What may stand for a name is in `SEGMENTS`. */
  path: string;
  /** What the page knows of a query, in one order and without defaults. Without it, nothing. */
  parameters?: (given: URLSearchParams) => KnownParameters;
}

/**
 * The address of every page. The router shows pages at these, links lead to them, and the server knows by them what is no page.
 */
export const PAGES = {
  home: { path: "/", parameters: listParameters },
  prompt: { path: "/prompt/:number" },
  docs: { path: "/docs/:slug" },
  settings: { path: "/user/" },
  auth: { path: "/user/auth", parameters: authParameters },
  loginLink: { path: "/user/link" },
  confirm: { path: "/user/confirm" },
  changeEmail: { path: "/user/change-email" },
  stopEmailChange: { path: "/user/stop-email-change" },
  resetPassword: { path: "/reset-password" },
} as const satisfies Record<string, PageAddress>;

export type PageName = keyof typeof PAGES;

/** Where the document for all that is not found is rendered; nothing links to it. */
export const NOT_FOUND_PATH = "/404";

/** The only form of a prompt's number: "007" or "7.0" are no addresses. */
export const PROMPT_NUMBER = /^[1-9]\d{0,8}$/;
/** The only form of the name of a page of the docs. */
export const DOC_SLUG = /^[a-z0-9-]{1,100}$/;

const SEGMENTS: Readonly<Record<string, RegExp>> = {
  ":number": PROMPT_NUMBER,
  ":slug": DOC_SLUG,
};

/** The path of a prompt's page within a locale. */
export function promptPath(number: string | number): string {
  return `/prompt/${number}`;
}

/** The path of a page of the docs within a locale. */
export function docPath(slug: string): string {
  return `/docs/${slug}`;
}

/**
 * Whether there may be a page at exactly this path: its loader can still find nothing, but every other spelling is no page.
 * @param pathname within the base path, as it was sent, without the query
 */
export function isPage(pathname: string): boolean {
  const { locale, path } = splitLocalePath(pathname);
  const segments = path.split("/");
  return (
    pathname === localePath(locale, path) &&
    Object.values(PAGES).some((page) => matches(page.path.split("/"), segments))
  );
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => {
      const segment = segments[index] ?? "";
      return SEGMENTS[part]?.test(segment) ?? part === segment;
    })
  );
}

const PARAMETERS = new Map(Object.values<PageAddress>(PAGES).map(({ path, parameters }) => [path, parameters]));

/**
 * What a page knows of a query, in one order: "", or with its question mark. Pages are rendered, cached and linked with this
 * alone, so that what somebody adds to an address (a campaign, a click's number, a value that no list can have) makes no page
 * of its own.
 * @param path within a locale, as in `localePath`.
 */
export function knownSearch(path: string, search: string): string {
  const known = search === "" ? undefined : PARAMETERS.get(path);
  if (!known) return "";
  const text = new URLSearchParams(known(new URLSearchParams(search))).toString();
  return text && `?${text}`;
}

/** As the database wants them. */
const TAG_SLUG = /^[a-z][a-z-]{0,31}$/;
const CURSOR = /^[\w-]{1,1024}$/;

/** Only tags add up; of the others the first counts. */
function listParameters(given: URLSearchParams): KnownParameters {
  const q = normalizeQuery(given.get("q") ?? "");
  const tags = [...new Set(given.getAll("tag").filter((tag) => TAG_SLUG.test(tag)))].sort().slice(0, LIMITS.filterTags);
  const sort = given.get("sort") ?? "";
  const after = given.get("after") ?? "";
  const known: KnownParameters = tags.map((tag) => ["tag", tag]);
  if (q !== "") known.unshift(["q", q]);
  if (tags.length > 1 && given.get("match") === "all") known.push(["match", "all"]);
  // Words sort by relevance by default, and a list without words by support.
  if (sort === "release" || (sort === "support" && q !== "")) known.push(["sort", sort]);
  if (given.get("order") === "asc") known.push(["order", "asc"]);
  if (CURSOR.test(after)) known.push(["after", after]);
  return known;
}

/** The form that is shown instead of the usual one. */
function authParameters(given: URLSearchParams): KnownParameters {
  return ["link", "register", "forgot"].filter((view) => view === given.get("view")).map((view) => ["view", view]);
}

/** The API refuses NUL, half a surrogate pair and more than 30 marks in a row; a search for the rest finds what it can. */
export function normalizeQuery(query: string): string {
  // Cut first: what normalising costs grows with the square of a run of marks.
  const words = query
    .slice(0, LIMITS.searchQuery * 8)
    .normalize("NFC")
    .replace(/([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu, "$1")
    .replace(/[\0\p{Surrogate}\s]+/gu, " ")
    .trim();
  return [...words].slice(0, LIMITS.searchQuery).join("").trim();
}
