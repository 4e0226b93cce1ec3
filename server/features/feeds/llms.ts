import { communityFeedPath } from "../../../contract/feeds";
import { FALLBACK_LOCALE, type Locale, localePath, LOCALES } from "../../../contract/locales";
import { docPath, PAGES, promptPath } from "../../../contract/pages";
import { wholeLibraryPath } from "../../../contract/raw-text";
import { PRODUCT_NAME } from "../../../contract/product";
import { docsContent } from "../docs";

/**
 * What the site is and where things are, for language models, in the form of llmstxt.org.
 * @param site the site's URL including the base path, without a trailing slash
 */
export function llmsText(site: string): string {
  const english = docsContent().current.pagesOf(FALLBACK_LOCALE);
  const docs = english.map(({ path, title, description }) =>
    link(title, site + localePath(FALLBACK_LOCALE, docPath(path)), description),
  );
  const api = link(
    "GraphQL endpoint",
    `${site}/graphql`,
    "POST operations as JSON; no key is needed to read. Queries also by GET.",
  );
  const schema = link(
    "GraphQL schema",
    `${site}/schema.graphql`,
    "Its description says first how to send a token, and what errors, limits and other addresses there are; then what each field means. Introspection gives the same.",
  );
  const mcp = link(
    "MCP",
    `${site}/mcp`,
    "Model Context Protocol by streamable HTTP, with prompts, resources and tools; no key is needed to read. ?locale=de chooses a language.",
  );
  const openapi = link(
    "OpenAPI",
    `${site}/api/openapi.json`,
    "The other addresses for programs, by OpenAPI 3.1: prompts as text, import and export, feeds.",
  );
  const example = site + localePath(FALLBACK_LOCALE, promptPath(7));
  const parts = [
    `# ${PRODUCT_NAME}`,
    `> A library of prompts for AI models in ${String(LOCALES.length)} languages, and prompts that members write and share. Reading, searching and copying are free and need no account. An open GraphQL API has all of it.`,
    `Every prompt has a number, and a page in each language: ${example} is number 7 in English. ${example}.md is the same as Markdown, .txt its text alone, .json both for programs; parameters named like its blanks fill them. In a text, {{name}} is a blank to fill in.`,
    section("Library", inEachLanguage(site, PAGES.home.path, "the curated prompts")),
    section("Community prompts", inEachLanguage(site, PAGES.communityPrompts.path, "prompts that members share")),
    section("Feeds", feeds(site)),
    section("Whole library", wholeLibraries(site)),
    section("API", [mcp, api, schema, openapi]),
    section("Docs", docs),
    section("Optional", [link("Sitemap", `${site}/sitemap.xml`, "the address of every public page")]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function inEachLanguage(site: string, path: string, notes: string): string[] {
  return eachLanguage((locale, name) => link(name, site + localePath(locale, path), `${notes}, in ${name}`));
}

function feeds(site: string): string[] {
  return eachLanguage((locale, name) =>
    link(
      name,
      site + communityFeedPath(locale),
      `new community prompts in ${name}, as Atom; with ?tag=code those with the tag "code"`,
    ),
  );
}

function wholeLibraries(site: string): string[] {
  return eachLanguage((locale, name) =>
    link(name, site + wholeLibraryPath(locale), `every text of the library in ${name}, 0.4 to 1.1 MB`),
  );
}

function eachLanguage(line: (locale: Locale, name: string) => string): string[] {
  const names = new Intl.DisplayNames(FALLBACK_LOCALE, { type: "language" });
  return LOCALES.map(({ code }) => line(code, names.of(code) ?? code));
}

function section(heading: string, links: readonly string[]): string {
  return `## ${heading}\n\n${links.join("\n")}`;
}

function link(name: string, address: string, notes: string): string {
  return `- [${name}](${address}): ${notes}`;
}
