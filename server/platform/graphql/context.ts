import type DataLoader from "dataloader";
import type { DocumentNode } from "graphql";
import type { DataSource } from "typeorm";
import type { SiteLinks } from "../../../contract/site-links";
import type { LoaderFactory } from "../database/loader";
import type { Actor } from "../domain/actor";
import type { PageTag } from "../domain/page-tag";
import { ReadBudget, tooMuchTextError } from "./read-budget";
import type { BudgetState } from "../http/work-budget";
import type { LiveFeed } from "../live/live-feed";

/** An operation that may be subscribed to. */
export interface Subscription {
  document: DocumentNode;
  variables: Readonly<Record<string, unknown>>;
  operationName: string | null;
}

/** Sets or clears the session cookie in the response. */
export interface SessionCookies {
  /** @param maxAge in seconds */
  set(token: string, maxAge: number): void;
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
  /** Charges the client for the cost of an operation. @throws RATE_LIMITED if it has had enough for now */
  spend?(points: number, isMutation: boolean): BudgetState | null;
  /** For subscriptions, on streams alone. */
  feed?: LiveFeed;
  /** On streams alone: called instead of executing an operation that was found good. */
  onSubscription?(subscription: Subscription): void;
}

/** The maximum text in one response, in UTF-16 code units: the query cost counts rows, but not the length of their texts. */
const TEXT_BUDGET = 2_000_000;

/** The context of resolvers: one per request, or per operation that a page executes in process. */
export class RequestContext {
  // Not #private: Apollo Server works on a copy of the context.
  private readonly loaders = new Map<LoaderFactory<never, never>, unknown>();
  private readonly readBudget = new ReadBudget();
  private textLength = 0;
  private readonly tags = new Set<PageTag>();

  readonly dataSource: DataSource;
  readonly links: SiteLinks;
  readonly siteUrl: string;
  /** Changes when the request signs in, or gets an API token. */
  actor: Actor;
  readonly isCrossOrigin: boolean;
  readonly cookies: SessionCookies;
  /** What the operation cost and its client has left; null where nothing is counted. */
  budget: BudgetState | null = null;
  private readonly spendPoints: RequestOptions["spend"];
  readonly feed: LiveFeed | undefined;
  readonly onSubscription: ((subscription: Subscription) => void) | undefined;

  constructor({
    dataSource,
    links,
    siteUrl,
    actor,
    isCrossOrigin,
    cookies,
    spend,
    feed,
    onSubscription,
  }: RequestOptions) {
    this.dataSource = dataSource;
    this.links = links;
    this.siteUrl = siteUrl;
    this.actor = actor;
    this.isCrossOrigin = isCrossOrigin;
    this.cookies = cookies;
    this.spendPoints = spend;
    this.feed = feed;
    this.onSubscription = onSubscription;
  }

  /** @throws RATE_LIMITED if the client has had enough for now */
  spend(points: number, isMutation: boolean): void {
    this.budget = this.spendPoints?.(points, isMutation) ?? null;
  }

  /** Called for each long text in the response, and for what takes time to make of it. @throws QUERY_TOO_COMPLEX if the text budget is exceeded. */
  consumeTextBudget(length: number): void {
    this.textLength += length;
    if (this.textLength > TEXT_BUDGET) throw tooMuchTextError(TEXT_BUDGET);
  }

  /** Call it for what the answer is made of and does not contain as an object: pages are made anew when it changes (`page-tag.ts`). */
  shows(tag: PageTag): void {
    this.tags.add(tag);
  }

  /** What was shown so far. */
  get shown(): ReadonlySet<PageTag> {
    return this.tags;
  }

  /** The request's loader of this kind, created on first use. */
  loader<Key, Value>(factory: LoaderFactory<Key, Value>): DataLoader<Key, Value, unknown> {
    const existing = this.loaders.get(factory as LoaderFactory<never, never>);
    if (existing) return existing as DataLoader<Key, Value, unknown>;
    const loader = factory(this.dataSource, this.readBudget);
    this.loaders.set(factory as LoaderFactory<never, never>, loader);
    return loader;
  }

  /** Called before each mutation: what an earlier one of the same request has read may be out of date. */
  forgetLoaded(): void {
    this.loaders.clear();
  }
}
