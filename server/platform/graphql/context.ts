import type DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import type { SiteLinks } from "../../../contract/site-links";
import type { LoaderFactory } from "../database/loader";
import type { Actor } from "../domain/actor";
import type { LiveFeed } from "../live/live-feed";
import { tooComplexError } from "./document-limits";

/** Sets or clears the session cookies in the response. */
export interface SessionCookies {
  set(tokens: { access: string; refresh: string }): void;
  clear(): void;
}

export interface RequestOptions {
  dataSource: DataSource;
  links: SiteLinks;
  /** The site's address with its base path, without a trailing slash. Never taken from a request. */
  siteUrl: string;
  actor: Actor;
  /** Whether the request comes from a page of another origin. */
  isCrossOrigin: boolean;
  cookies: SessionCookies;
  /** For subscriptions, on streams alone. */
  feed?: LiveFeed;
}

/** The maximum text in one response, in UTF-16 code units: the query cost counts rows, but not the length of their texts. */
const TEXT_BUDGET = 2_000_000;

/**
 * The most that one request reads of long texts, in bytes, whether or not it returns them. A text and its notes have 600 kB at
 * most: no page of the site, 24 cards, is refused, whatever members write. A hundred prompts of the library have 0.1 MB.
 */
export const READ_BUDGET = 16_000_000;

export function tooMuchTextError() {
  return tooComplexError("The query asks for too much text. Ask for fewer rows.");
}

/** The context of resolvers: one per request, or per operation that a page executes in process. */
export class RequestContext {
  // Not #private: Apollo Server works on a copy of the context.
  private readonly loaders = new Map<LoaderFactory<never, never>, unknown>();
  private textLength = 0;

  readonly dataSource: DataSource;
  readonly links: SiteLinks;
  readonly siteUrl: string;
  /** Changes when the request signs in. */
  actor: Actor;
  readonly isCrossOrigin: boolean;
  readonly cookies: SessionCookies;
  readonly feed: LiveFeed | undefined;

  constructor({ dataSource, links, siteUrl, actor, isCrossOrigin, cookies, feed }: RequestOptions) {
    this.dataSource = dataSource;
    this.links = links;
    this.siteUrl = siteUrl;
    this.actor = actor;
    this.isCrossOrigin = isCrossOrigin;
    this.cookies = cookies;
    this.feed = feed;
  }

  /** Called for each long text in the response, and for what takes time to make of it. @throws QUERY_TOO_COMPLEX if the text budget is exceeded. */
  consumeTextBudget(length: number): void {
    this.textLength += length;
    if (this.textLength > TEXT_BUDGET) throw tooMuchTextError();
  }

  /** The request's loader of this kind, created on first use. */
  loader<Key, Value>(factory: LoaderFactory<Key, Value>): DataLoader<Key, Value, unknown> {
    const existing = this.loaders.get(factory as LoaderFactory<never, never>);
    if (existing) return existing as DataLoader<Key, Value, unknown>;
    const loader = factory(this.dataSource);
    this.loaders.set(factory as LoaderFactory<never, never>, loader);
    return loader;
  }
}
