import { cutRunsOfMarks, MAX_MARKS_IN_A_ROW } from "./combining-marks";
import { CONNECT_CHALLENGE } from "./connect";
import { FIRST_COMMUNITY_PROMPT_ID, LIMITS } from "./limits";
import { isLocale, localePath, splitLocalePath } from "./locales";

type CanonicalParameters = [name: string, value: string][];

interface PageAddress {
  /** Within a locale, in canonical form. `SEGMENTS` says what the placeholders match. */
  path: string;
  /** Reduces a query to the parameters that the page uses, in canonical order and without defaults. If absent, it uses none. */
  parameters?: (given: URLSearchParams, path: string) => CanonicalParameters;
}

/**
 * The address of every page. The router and all links use these, and the server tells from them which paths are not pages.
 */
export const PAGES = {
  home: { path: "/", parameters: (given) => listParameters(given, "library") },
  prompt: { path: "/prompt/:number", parameters: commentParameters },
  communityPrompts: { path: "/community-prompts", parameters: (given) => listParameters(given, "community") },
  /** All addresses below /docs/: the docs themselves know which of them are pages. */
  docs: { path: "/docs/*", parameters: docsParameters },
  blog: { path: "/blog" },
  blogArchive: { path: "/blog/archive" },
  post: { path: "/blog/:slug" },
  feedback: { path: "/feedback", parameters: commentParameters },
  user: { path: "/user/", parameters: userParameters },
  favorites: { path: "/user/favorite" },
  notifications: { path: "/user/notifications" },
  moderation: { path: "/user/moderation" },
  auth: { path: "/user/auth", parameters: authParameters },
  loginLink: { path: "/user/link" },
  confirm: { path: "/user/confirm" },
  changeEmail: { path: "/user/change-email" },
  stopEmailChange: { path: "/user/stop-email-change" },
  stopDigest: { path: "/user/stop-digest" },
  connect: { path: "/user/connect", parameters: connectParameters },
  resetPassword: { path: "/reset-password" },
} as const satisfies Record<string, PageAddress>;

/** The member's settings: another view of the page that has their prompts. */
export const SETTINGS_PATH = `${PAGES.user.path}?view=settings`;

export type PageName = keyof typeof PAGES;

/** The path at which the not-found page is rendered; nothing links to it. */
export const NOT_FOUND_PATH = "/404";

/** The canonical form of a prompt's number: "007" and "7.0" are not found. */
export const PROMPT_NUMBER = /^[1-9]\d{0,8}$/;
/** The canonical form of the slug of a post. */
export const POST_SLUG = /^[a-z0-9-]{1,100}$/;
/** The canonical form of an address below /docs/. Only folders with a page of their own end with a slash. */
const DOC_PATH = /^(?:|(?:\d+\.\d+\/)?(?:extension\/|(?!extension$)[a-z0-9-]+(?:\/[a-z0-9-]+)*)|\d+\.\d+\/)$/;
const MAX_DOC_PATH_LENGTH = 200;

const SEGMENTS: Readonly<Record<string, RegExp>> = {
  ":number": PROMPT_NUMBER,
  ":slug": POST_SLUG,
};

/** The path of a prompt's page within a locale. */
export function promptPath(number: string | number): string {
  return `/prompt/${number}`;
}

/** Whether this is the address of a prompt that a member may have written. @param pathname within the base path */
export function isMembersPrompt(pathname: string): boolean {
  const [, number = ""] = /^\/prompt\/([^/]+)$/.exec(splitLocalePath(pathname).path) ?? [];
  return PROMPT_NUMBER.test(number) && Number(number) >= FIRST_COMMUNITY_PROMPT_ID;
}

/** The address of a member's shared prompts within a locale. */
export function authorPath(username: string): string {
  return `${PAGES.communityPrompts.path}?author=${encodeURIComponent(username)}`;
}

/** The path of a page of the docs within a locale. @param path below /docs/, "" for the first page */
export function docPath(path: string): string {
  return `/docs/${path}`;
}

/**
 * Whether there may be a page at exactly this path. Its loader may still find nothing, but no other spelling is a page.
 * @param pathname within the base path, as sent, without the query
 */
export function isPage(pathname: string): boolean {
  const { locale, path } = splitLocalePath(pathname);
  return pathname === localePath(locale, path) && pageAt(path) !== undefined;
}

/** @param path within a locale */
function pageAt(path: string): PageAddress | undefined {
  const segments = path.split("/");
  return Object.values<PageAddress>(PAGES).find((page) =>
    page.path.endsWith("/*") ? matchesDocs(path) : matches(page.path.split("/"), segments),
  );
}

function matchesDocs(path: string): boolean {
  const below = path.startsWith("/docs/") ? path.slice("/docs/".length) : undefined;
  return below !== undefined && below.length <= MAX_DOC_PATH_LENGTH && DOC_PATH.test(below);
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

/**
 * The canonical query string of a page, "" or with its question mark. Pages are rendered, cached and linked by this alone, so that
 * extra parameters (a campaign, a click id, an invalid value) do not create a separate page.
 * @param path within a locale, as in `localePath`.
 */
export function canonicalSearch(path: string, search: string): string {
  const given = search && pageAt(path)?.parameters?.(new URLSearchParams(search), path);
  const text = new URLSearchParams(given).toString();
  return text && `?${text}`;
}

/** As constrained by the database. */
const TAG_SLUG = /^[a-z][a-z-]{0,31}$/;
const SORTS: readonly BrowsingSort[] = ["support", "release"];
/** Longer than any username. */
const AUTHOR = /^[\p{L}\p{M}\p{N}._-]{1,64}$/u;
const CURSOR = /^[\w-]{1,1024}$/;

/** What a list without words can be sorted by. */
export type BrowsingSort = "support" | "release";

/** Whose prompts a list has. */
export type ListKind = "library" | "community" | "own";

/** A list's sort while there are no words and the reader has not chosen another. With words it is relevance. */
export const USUAL_SORT: Readonly<Record<ListKind, BrowsingSort>> = {
  library: "support",
  community: "release",
  own: "release",
};

/** The canonical parameters of a list. Only `tag` may be repeated; of any other parameter the first value counts. */
export function listParameters(given: URLSearchParams, kind: ListKind): CanonicalParameters {
  const q = normalizeQuery(given.get("q") ?? "");
  const tags = firstTags(given.getAll("tag"));
  const sort = SORTS.find((each) => each === given.get("sort"));
  const after = given.get("after") ?? "";
  const canonical: CanonicalParameters = tags.map((tag) => ["tag", tag]);
  if (q !== "" && given.has("spelling")) canonical.unshift(["spelling", "typed"]);
  if (q !== "") canonical.unshift(["q", q]);
  if (tags.length > 1 && given.get("match") === "all") canonical.push(["match", "all"]);
  if (kind === "community") {
    const author = given.get("author") ?? "";
    const language = given.get("language") ?? "";
    if (AUTHOR.test(author) && cutRunsOfMarks(author) === author) canonical.push(["author", author]);
    if (isLocale(language)) canonical.push(["language", language]);
  }
  if (sort && (q !== "" || sort !== USUAL_SORT[kind])) canonical.push(["sort", sort]);
  if (given.get("order") === "asc") canonical.push(["order", "asc"]);
  if (CURSOR.test(after)) canonical.push(["after", after]);
  return canonical;
}

/** The alphabetically first valid tags, in order. Sorting all of them would take longer than answering with a kept page. */
function firstTags(given: readonly string[]): string[] {
  const first: string[] = [];
  for (const tag of given) {
    const last = first[LIMITS.filterTags - 1];
    if ((last !== undefined && tag >= last) || first.includes(tag) || !TAG_SLUG.test(tag)) continue;
    const at = first.findIndex((other) => other > tag);
    first.splice(at === -1 ? first.length : at, 0, tag);
    if (first.length > LIMITS.filterTags) first.pop();
  }
  return first;
}

/** The settings, or the list of the member's prompts. */
function userParameters(given: URLSearchParams): CanonicalParameters {
  return given.get("view") === "settings" ? [["view", "settings"]] : listParameters(given, "own");
}

/** The comment with which to begin. */
function commentParameters(given: URLSearchParams): CanonicalParameters {
  const id = given.get("comment") ?? "";
  return /^[1-9]\d{0,11}$/.test(id) ? [["comment", id]] : [];
}

/** The words of a search of the docs. */
function docsParameters(given: URLSearchParams, path: string): CanonicalParameters {
  const q = path === "/docs/search" ? normalizeQuery(given.get("q") ?? "") : "";
  return q === "" ? [] : [["q", q]];
}

/** The form to show instead of the default one. */
function authParameters(given: URLSearchParams): CanonicalParameters {
  return ["link", "register", "forgot"].filter((view) => view === given.get("view")).map((view) => ["view", view]);
}

/** What the extension that wants to connect has sent. */
function connectParameters(given: URLSearchParams): CanonicalParameters {
  const challenge = given.get("challenge") ?? "";
  return CONNECT_CHALLENGE.test(challenge) ? [["challenge", challenge]] : [];
}

/** Removes what the API would reject: NUL, lone surrogates and more than 30 combining marks in a row. */
export function normalizeQuery(query: string): string {
  // Cut first, because NFC takes quadratic time in their length; more of them, because it composes some with their letter.
  const composed = cutRunsOfMarks(query.slice(0, LIMITS.searchQuery * 8), 2 * MAX_MARKS_IN_A_ROW).normalize("NFC");
  const words = cutRunsOfMarks(composed)
    .replace(/[\0\p{Surrogate}\s]+/gu, " ")
    .trim();
  return [...words].slice(0, LIMITS.searchQuery).join("").trim();
}
