/**
 * What the server, the client and the extension agree on. It imports nothing, so that each of them can import it.
 */

export const PRODUCT_NAME = "Polyprompt";

/** The site's languages, the only list of them. The order is that of every language menu. */
export const LOCALES = [
  { code: "en", name: "English", dir: "ltr", openGraph: "en_US" },
  { code: "zh", name: "中文", dir: "ltr", openGraph: "zh_CN" },
  { code: "ja", name: "日本語", dir: "ltr", openGraph: "ja_JP" },
  { code: "ko", name: "한국어", dir: "ltr", openGraph: "ko_KR" },
  { code: "es", name: "Español", dir: "ltr", openGraph: "es_ES" },
  { code: "fr", name: "Français", dir: "ltr", openGraph: "fr_FR" },
  { code: "de", name: "Deutsch", dir: "ltr", openGraph: "de_DE" },
  { code: "it", name: "Italiano", dir: "ltr", openGraph: "it_IT" },
  { code: "ru", name: "Русский", dir: "ltr", openGraph: "ru_RU" },
  { code: "pt", name: "Português", dir: "ltr", openGraph: "pt_BR" },
  { code: "hi", name: "हिन्दी", dir: "ltr", openGraph: "hi_IN" },
  { code: "ar", name: "العربية", dir: "rtl", openGraph: "ar_AR" },
  { code: "bn", name: "বাংলা", dir: "ltr", openGraph: "bn_BD" },
] as const;

export type Locale = (typeof LOCALES)[number]["code"];

export const LOCALE_CODES: readonly Locale[] = LOCALES.map((locale) => locale.code);

/** Served without a prefix. */
export const DEFAULT_LOCALE: Locale = "zh";

/** Texts fall back to it, and every search looks in it too. */
export const FALLBACK_LOCALE: Locale = "en";

export function isLocale(value: string): value is Locale {
  return (LOCALE_CODES as readonly string[]).includes(value);
}

export function localeInfo(code: Locale): (typeof LOCALES)[number] {
  const found = LOCALES.find((locale) => locale.code === code);
  if (!found) throw new RangeError(`Unknown locale: ${code}`);
  return found;
}

/** The locale for numbers and dates: engines disagree about the digits of plain "ar"; server and browser must not. */
export function numberLocale(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : locale;
}

/**
 * The address of a page in a locale, without the base path.
 * @param path the page's path within a locale, with a leading slash ("/", "/prompt/7").
 */
export function localePath(locale: Locale, path: string): string {
  return locale === DEFAULT_LOCALE ? path : `/${locale}${path}`;
}

/**
 * The locale of a path and the rest of it; the reverse of `localePath`. The rest begins with one slash: with two, a link to it
 * would lead to another site.
 */
export function splitLocalePath(pathname: string): { locale: Locale; path: string } {
  const [, first = ""] = pathname.split("/", 2);
  const isPrefix = isLocale(first) && first !== DEFAULT_LOCALE;
  const path = isPrefix ? pathname.slice(first.length + 1) : pathname;
  return { locale: isPrefix ? first : DEFAULT_LOCALE, path: path.replace(/^\/*/, "/") };
}

/** What the addresses of pages may ask: the home page's for its list, that of signing in for one of its forms. */
const KNOWN_PARAMETERS: Readonly<Record<string, (given: URLSearchParams) => [name: string, value: string][]>> = {
  "/": knownOfList,
  "/user/auth": (given) =>
    ["link", "register", "forgot"].filter((view) => view === given.get("view")).map((view) => ["view", view]),
};

/** As the database wants them. */
const TAG_SLUG = /^[a-z][a-z-]{0,31}$/;
const CURSOR = /^[\w-]{1,1024}$/;

/**
 * What a page knows of a query, in one order: "", or with its question mark. Pages are rendered, kept and linked with this
 * alone, so that what somebody adds to an address (a campaign, a click's number, a value that no list can have) makes no page
 * of its own. What is the default is left out.
 * @param path within a locale, as in `localePath`.
 */
export function knownSearch(path: string, search: string): string {
  const known = search === "" ? undefined : KNOWN_PARAMETERS[path];
  if (!known) return "";
  const text = new URLSearchParams(known(new URLSearchParams(search))).toString();
  return text && `?${text}`;
}

/** Only tags add up; of the others the first counts. */
function knownOfList(given: URLSearchParams): [name: string, value: string][] {
  const q = normalizeQuery(given.get("q") ?? "");
  const tags = [...new Set(given.getAll("tag").filter((tag) => TAG_SLUG.test(tag)))].sort().slice(0, LIMITS.filterTags);
  const sort = given.get("sort") ?? "";
  const after = given.get("after") ?? "";
  const known: [name: string, value: string][] = tags.map((tag) => ["tag", tag]);
  if (q !== "") known.unshift(["q", q]);
  if (tags.length > 1 && given.get("match") === "all") known.push(["match", "all"]);
  // Words sort by relevance by default, and a list without words by support.
  if (sort === "release" || (sort === "support" && q !== "")) known.push(["sort", sort]);
  if (given.get("order") === "asc") known.push(["order", "asc"]);
  if (CURSOR.test(after)) known.push(["after", after]);
  return known;
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

/** Limits that the server enforces and the forms show. Texts are counted in grapheme clusters. */
export const LIMITS = {
  promptTitle: 120,
  promptRemark: 500,
  promptContent: 20_000,
  promptNotes: 5_000,
  promptTags: 8,
  searchQuery: 200,
  filterTags: 27,
  /** Prompts, tags, … in one page of a connection. */
  pageSize: 100,
  defaultPageSize: 20,
  promptsByIds: 100,
  relatedPrompts: 12,
  excerpt: 600,
  /** In grapheme clusters. */
  usernameMin: 3,
  usernameMax: 32,
  email: 254,
  /** In code points. */
  passwordMin: 6,
  passwordMax: 128,
  apiTokens: 20,
  apiTokenName: 60,
} as const;

/** The numbers of library prompts end here; members' prompts are numbered from 1001. */
export const FIRST_COMMUNITY_PROMPT_ID = 1001;

/** The length of the excerpts on cards, in grapheme clusters. */
export const CARD_EXCERPT_LENGTH = 320;

export const BRAND_COLOR = "#397e6a";

export interface ExternalLink {
  label: string;
  href: string;
}

export interface ChatTarget {
  label: string;
  /** The address that opens a new chat; `{prompt}` stands for the percent-encoded text. */
  href: string;
  /** The longest text in bytes, percent-encoded, that the site accepts in an address. */
  maxLength: number;
}

/** What stands above the header until it is dismissed; a new id shows it again. */
export interface Announcement {
  /** Lower-case letters, digits, "-" and "_". */
  id: string;
  /** In English at least, which stands for the languages that are missing. */
  text: { en: string } & Partial<Record<Locale, string>>;
  href?: string;
}

/** What a site may set up without touching code. What is not configured is not shown. */
export interface SiteLinks {
  tools: readonly ExternalLink[];
  feedback: readonly ExternalLink[];
  icons: {
    messagingGroup?: string;
    chatServer?: string;
    qqGroup?: string;
    sourceRepository?: string;
  };
  chatTargets: readonly ChatTarget[];
  /** Where a prompt can be shared; `{url}` and `{title}` stand for what is percent-encoded there. */
  shareTargets: readonly ExternalLink[];
  announcement: Announcement | null;
}

/** The defaults. The file that the setting SITE_LINKS names replaces those that it mentions. */
export const SITE_LINKS: SiteLinks = {
  tools: [
    { label: "ChatGPT", href: "https://chatgpt.com/" },
    { label: "Claude", href: "https://claude.ai/" },
    { label: "Gemini", href: "https://gemini.google.com/" },
    { label: "Le Chat", href: "https://chat.mistral.ai/" },
    { label: "DeepSeek", href: "https://chat.deepseek.com/" },
  ],
  feedback: [],
  icons: {},
  chatTargets: [
    { label: "ChatGPT", href: "https://chatgpt.com/?q={prompt}", maxLength: 8000 },
    { label: "Claude", href: "https://claude.ai/new?q={prompt}", maxLength: 8000 },
    { label: "Le Chat", href: "https://chat.mistral.ai/chat?q={prompt}", maxLength: 8000 },
  ],
  shareTargets: [
    { label: "X", href: "https://x.com/intent/post?text={title}&url={url}" },
    { label: "Facebook", href: "https://www.facebook.com/sharer/sharer.php?u={url}" },
    { label: "LinkedIn", href: "https://www.linkedin.com/sharing/share-offsite/?url={url}" },
    { label: "Reddit", href: "https://www.reddit.com/submit?url={url}&title={title}" },
    { label: "Telegram", href: "https://t.me/share/url?url={url}&text={title}" },
    { label: "WhatsApp", href: "https://wa.me/?text={title}%20{url}" },
    { label: "微博", href: "https://service.weibo.com/share/share.php?url={url}&title={title}" },
  ],
  announcement: null,
};

/** The site's links as one page needs them: the announcement in its language alone. */
export type PageLinks = Omit<SiteLinks, "announcement"> & {
  announcement: { id: string; text: string; href?: string } | null;
};

export function pageLinks({ announcement, ...links }: SiteLinks, locale: Locale): PageLinks {
  if (!announcement) return { ...links, announcement };
  const { id, text, href } = announcement;
  return { ...links, announcement: { id, text: text[locale] ?? text.en, ...(href ? { href } : {}) } };
}
