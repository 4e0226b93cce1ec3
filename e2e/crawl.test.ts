import pLimit from "p-limit";
import { expect, inject, it } from "vitest";
import { LOCALES, type Locale, localeInfo, localePath, splitLocalePath } from "../contract/locales";
import { isMembersPrompt, PAGES } from "../contract/pages";
import { isDeep } from "../server/platform/testing/deep";

/** Pages of members, forms and links in mails are not for search engines; prompts are too many: one stands for all. */
const PUBLIC = ["home", "communityPrompts", "feedback", "blog", "blogArchive"] as const;
const ROUTES = [...PUBLIC.map((name) => PAGES[name].path), "/prompt/8", "/docs/", "/docs/search", "/docs/tags"];
/** Not those of files and of the API. */
const ADDRESSES_OF_PAGES = /^\/(?!graphql|schema|llms|docs-images|extension\/)/;
const CRAWLED = /^\/(?:docs\/|blog(?:\/|$))/;

const site = inject("site");
const decode = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = ""]) => decode(value));

interface FoundPage {
  path: string;
  html: string;
  status: number;
}

async function read(path: string): Promise<FoundPage> {
  const response = await fetch(site + path);
  return { path, html: await response.text(), status: response.status };
}

/** Every page that the docs and the news lead to, and the other routes. */
async function crawl(locale: Locale): Promise<Map<string, FoundPage>> {
  const pages = new Map<string, FoundPage>();
  const queue = ROUTES.map((path) => localePath(locale, path));
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (pages.has(path)) continue;
    const page = await read(path);
    pages.set(path, page);
    for (const href of linksOf(page)) {
      const { locale: language, path: within } = splitLocalePath(href);
      if (language === locale && CRAWLED.test(within) && !/\.\w+$/.test(within)) queue.push(href);
    }
  }
  return pages;
}

/** The paths of links to this site. */
function linksOf({ path, html }: FoundPage): string[] {
  return all(html, /<a\b[^>]*? href="([^"]*)"/g)
    .map((href) => new URL(href, site + path))
    .filter(({ origin }) => origin === site)
    .map(({ pathname }) => pathname);
}

function faultsOf(page: FoundPage, locale: Locale, pages: ReadonlyMap<string, FoundPage>): string[] {
  const { path, html, status } = page;
  const { path: within } = splitLocalePath(path);
  const one = (pattern: RegExp) => (all(html, pattern).length === 1 ? all(html, pattern)[0] : undefined);
  const expected = Object.fromEntries([
    ...LOCALES.map(({ code }) => [code, site + localePath(code, within)]),
    ["x-default", site + within],
  ]) as Record<string, string>;
  const alternates = Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(
      ([, code = "", href = ""]) => [code, href] as const,
    ),
  );
  const ids = all(html, /<[^>]+? id="([^"]+)"/g);
  const anchors = all(html, /<a\b[^>]*? href="([^"]*#[^"]*)"/g)
    .map((href) => new URL(href, site + path))
    .filter(({ origin, pathname }) => origin === site && pages.has(pathname));
  const jsonLd = all(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs);
  const checks: Record<string, boolean> = {
    status: status === 200,
    lang: new RegExp(`<html[^>]* lang="${locale}"`).test(html) && html.includes(` dir="${localeInfo(locale).dir}"`),
    title: (one(/<title>([^<]+)<\/title>/g) ?? "").length > 5,
    "one heading of level 1": all(html, /<h1[^>]*>(.+?)<\/h1>/gs).length === 1,
    // Four characters are a phrase in Chinese.
    description: (one(/<meta name="description" content="([^"]*)"/g) ?? "").length > 3,
    canonical: one(/<link rel="canonical" href="([^"]*)"/g) === site + path,
    alternates: JSON.stringify(alternates) === JSON.stringify(expected),
    "unique ids": new Set(ids).size === ids.length,
    "structured data": jsonLd.every((text) => typeof (JSON.parse(text) as unknown) === "object"),
    "alternative texts": !/<img(?![^>]* alt=")/.test(html),
  };
  const broken = anchors.filter(({ pathname, hash }) => {
    const target = pages.get(pathname)?.html ?? "";
    return hash !== "" && !target.includes(` id="${decodeURIComponent(hash.slice(1))}"`);
  });
  return [
    ...Object.keys(checks).filter((name) => checks[name] === false),
    ...broken.map(({ pathname, hash }) => `no ${pathname}${hash}`),
  ].map((fault) => `${path}: ${fault}`);
}

const statuses = new Map<string, Promise<number>>();

function statusOf(path: string): Promise<number> {
  // The explorer is for browsers.
  const headers = { accept: "text/html,*/*" };
  const status = statuses.get(path) ?? fetch(site + path, { headers }).then((response) => response.status);
  statuses.set(path, status);
  return status;
}

it.each(LOCALES.map(({ code }) => code).filter((code) => isDeep || ["en", "ar"].includes(code)))(
  "in %s every page is whole, and no link, anchor or picture is broken",
  async (locale) => {
    const pages = await crawl(locale);
    // The docs, their lists, and the news.
    expect(pages.size).toBeGreaterThan(35);
    const faults = [...pages.values()].flatMap((page) => faultsOf(page, locale, pages));
    const titles = [...pages.values()].map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "");
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    // Those in other languages are the same pages there. Other journeys write prompts and delete them meanwhile.
    const isOwn = (path: string) =>
      (!ADDRESSES_OF_PAGES.test(path) || splitLocalePath(path).locale === locale) && !isMembersPrompt(path);
    const wanted = new Map(
      [...pages.values()].flatMap((page) => [
        ...linksOf(page)
          .filter(isOwn)
          .map((path) => [path, page.path] as const),
        ...all(page.html, /<img[^>]*? src="(\/[^"]*)"/g).map((path) => [path, page.path] as const),
      ]),
    );
    const oneByOne = pLimit(2);
    const checked = await Promise.all(
      [...wanted].map(([path, from]) =>
        oneByOne(async () => [path, from, pages.get(path)?.status ?? (await statusOf(path))] as const),
      ),
    );
    const broken = checked.filter(([, , status]) => status !== 200).map((each) => each.join(" "));
    expect({ faults, broken }).toEqual({ faults: [], broken: [] });
  },
);
