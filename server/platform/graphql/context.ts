import type DataLoader from "dataloader";
import type { DataSource } from "typeorm";
import type { SiteLinks } from "../../../contract/site-links";
import type { LoaderFactory } from "../database/loader";
import type { Actor } from "../domain/actor";
import { tooComplexError } from "./document-limits";

/** The cookies of a session, as far as the answer is to change them. */
export interface SessionCookies {
  set(tokens: { access: string; refresh: string }): void;
  clear(): void;
}

export interface RequestOptions {
  dataSource: DataSource;
  links: SiteLinks;
  /** The site's address with its base path, without a slash at the end. Never taken from a request. */
  siteUrl: string;
  actor: Actor;
  /** Whether a page of another site asks. */
  isCrossOrigin: boolean;
  cookies: SessionCookies;
}

/** How much text one answer may hold, in UTF-16 units: what it costs is known by its rows, but not how long their texts are. */
const TEXT_BUDGET = 2_000_000;

/** What resolvers get: one a request, also for operations that a page runs in process. */
export class RequestContext {
  // Not #private: Apollo Server works on a copy of the context.
  private readonly loaders = new Map<LoaderFactory<never, never>, unknown>();
  private textSpent = 0;

  readonly dataSource: DataSource;
  readonly links: SiteLinks;
  readonly siteUrl: string;
  /** Changes when the request itself signs in. */
  actor: Actor;
  readonly isCrossOrigin: boolean;
  readonly cookies: SessionCookies;

  constructor({ dataSource, links, siteUrl, actor, isCrossOrigin, cookies }: RequestOptions) {
    this.dataSource = dataSource;
    this.links = links;
    this.siteUrl = siteUrl;
    this.actor = actor;
    this.isCrossOrigin = isCrossOrigin;
    this.cookies = cookies;
  }

  /** To be told of each long text that is written into the answer. @throws QUERY_TOO_COMPLEX past what one may hold. */
  consumeTextBudget(length: number): void {
    this.textSpent += length;
    if (this.textSpent > TEXT_BUDGET) throw tooComplexError("The query asks for too much text. Ask for fewer rows.");
  }

  /** The request's loader of this kind, made when it is first asked for. */
  loader<Key, Value>(factory: LoaderFactory<Key, Value>): DataLoader<Key, Value, unknown> {
    const known = this.loaders.get(factory as LoaderFactory<never, never>);
    if (known) return known as DataLoader<Key, Value, unknown>;
    const made = factory(this.dataSource);
    this.loaders.set(factory as LoaderFactory<never, never>, made);
    return made;
  }
}
