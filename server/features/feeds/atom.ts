import type { Locale } from "../../../contract/locales";
import { escapeXml } from "../../platform/markdown/escape-xml";

/** An Atom feed (RFC 4287). All texts are plain text, all addresses absolute. */
export interface AtomFeed {
  locale: Locale;
  /** For good, whatever becomes of the address. */
  id: string;
  title: string;
  subtitle: string;
  icon: string;
  generator: { name: string; uri: string };
  /** Where the feed is. */
  self: string;
  /** The page for people. */
  alternate: string;
  /** Newest first. */
  entries: readonly AtomEntry[];
}

export interface AtomEntry {
  id: string;
  title: string;
  alternate: string;
  author: { name: string; uri: string };
  published: Date;
  updated: Date;
  categories: readonly { term: string; label: string }[];
  summary: string | null;
  /** Null: to be read at `alternate`. */
  content: string | null;
}

/** A feed must say when it has changed, also one that has never had an entry. */
const NEVER = new Date(0);

export function atomFeed(feed: AtomFeed): string {
  const updated = Math.max(NEVER.getTime(), ...feed.entries.map((entry) => entry.updated.getTime()));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.locale}">`,
    element("id", feed.id),
    element("title", feed.title),
    element("subtitle", feed.subtitle),
    element("updated", new Date(updated).toISOString()),
    link("self", "application/atom+xml", feed.locale, feed.self),
    link("alternate", "text/html", feed.locale, feed.alternate),
    element("icon", feed.icon),
    `<generator uri="${escapeXml(feed.generator.uri)}">${escapeXml(feed.generator.name)}</generator>`,
    ...feed.entries.map((entry) => entryXml(entry, feed.locale)),
    "</feed>",
    "",
  ].join("\n");
}

function entryXml(entry: AtomEntry, locale: Locale): string {
  return [
    "<entry>",
    element("id", entry.id),
    element("title", entry.title),
    link("alternate", "text/html", locale, entry.alternate),
    `<author>${element("name", entry.author.name)}${element("uri", entry.author.uri)}</author>`,
    element("published", entry.published.toISOString()),
    element("updated", entry.updated.toISOString()),
    ...entry.categories.map(({ term, label }) => `<category term="${escapeXml(term)}" label="${escapeXml(label)}"/>`),
    ...(entry.summary === null ? [] : [element("summary", entry.summary)]),
    ...(entry.content === null ? [] : [`<content type="text">${escapeXml(entry.content)}</content>`]),
    "</entry>",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(rel: string, type: string, locale: Locale, href: string): string {
  return `<link rel="${rel}" type="${type}" hreflang="${locale}" href="${escapeXml(href)}"/>`;
}

/**
 * A tag URI (RFC 4151), which stays when the site moves to another base path or protocol. The year only has to be one in which the
 * host belonged to the site; it never changes.
 */
export function permanentId(site: string, name: string): string {
  return `tag:${encodeURIComponent(new URL(site).hostname)},2026:${name}`;
}
