import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { DomainError } from "../domain/domain-error";
import { networksOf } from "../rate-limit/network";
import { wordsBeyondUsual } from "../search";
import { splitQuery } from "./addresses";

/** A page that is not kept takes about as long as a query of this cost. */
const PAGE_POINTS = 500;
/** For each word beyond the usual that a page searches for. */
const WORD_POINTS = 250;

/** @param address canonical, with its query */
export function pagePoints(address: string): number {
  const query = new URLSearchParams(splitQuery(address).query).get("q");
  return PAGE_POINTS + WORD_POINTS * wordsBeyondUsual(query ?? "");
}

const WINDOW_MS = 60_000;
/** More clients than a process answers in a minute. Those heard of longest ago are forgotten first. */
const MAX_CLIENTS = 50_000;

/** The most that a mutation may cost, with all that it answers, to be run whatever was spent before: logging out costs less. */
const SMALL_MUTATION_POINTS = 50;
/** The most that one may cost to be run until twice the budget is spent. Signing in costs less, writing comments and prompts more. */
const MUTATION_POINTS = 500;

export interface Client {
  address: string;
  /** The account whose API token is used. */
  tokensOf?: string;
  /** The account whose session it is. */
  sessionsOf?: string;
  /** Whether a page of another site asks, for nobody in particular. */
  isForeign?: boolean;
  /** Whether it asks in advance, for what its reader may want next. It says so itself. */
  isPrefetch?: boolean;
}

/** The site's pages send it with what they ask for in advance, as browsers do with pages. What pages of other sites say is ignored. */
export function isPrefetch({ headers }: FastifyRequest): boolean {
  return headers["purpose"] === "prefetch";
}

/** What an operation cost, and what is left of its client's budget. */
export interface BudgetState {
  cost: number;
  limit: number;
  remaining: number;
  resetAt: Date;
}

interface Window {
  used: number;
  endsAt: number;
}

/**
 * How much work each client may ask for a minute, in points: the cost of a GraphQL operation (`checkCost`), or `pagePoints` for a page
 * that has to be rendered. Kept pages and files cost nothing. A client is a network address, or an account: for its sessions, and
 * apart from them for its API tokens, wherever they are used. What pages of other sites ask for has another budget of the
 * address, of the same size, so that they can neither use up its own nor read what it has used. What is prefetched has one more: reading is
 * never refused because of it, and whoever claims it falsely gains no more than that. Counted in this process alone: a shared count would cost
 * the database more than most operations.
 */
export class WorkBudget {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_CLIENTS });

  /**
   * @param points a minute; 0 sets no limit
   * @param now in milliseconds since 1970
   */
  constructor(
    private readonly points: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Spends points of a client.
   * @param reply is told how many are left, as by GitHub's API; not that of a page, which is kept, here and by others
   * @param isMutation is counted, but refused later unless it is large or foreign, and never if it is small: mutations have limits of
   * their own, and who is to log out must be able to. What a mutation answers is reading like any other, so there is an end to it
   * @returns what the client has left; null without a limit
   * @throws RATE_LIMITED, with the time until there are points again, if there are too few left; nothing is spent then
   */
  spend(points: number, client: Client, reply?: FastifyReply, isMutation = false): BudgetState | null {
    if (this.points === 0) return null;
    const windows = sharesOf(client).map(({ key, share }) => ({
      window: this.windowOf(key),
      limit: this.points * share,
    }));
    const allowance = isMutation && !client.isForeign ? allowanceOf(points) : 1;
    const exceeded = windows.filter(({ window, limit }) => window.used + points > limit * allowance);
    const isRefused = exceeded.length > 0;
    if (!isRefused) for (const { window } of windows) window.used += points;
    const shown = exceeded[0] ?? windows[0];
    if (reply && shown) writeHeaders(reply, shown.limit, shown.window);
    if (!isRefused) return shown ? stateOf(points, shown.limit, shown.window) : null;
    const endsAt = Math.max(...exceeded.map(({ window }) => window.endsAt));
    throw new DomainError("RATE_LIMITED", "Too much work is asked for in a minute.", {
      limit: shown?.limit ?? this.points,
      window: WINDOW_MS / 1000,
      scope: client.tokensOf === undefined && client.sessionsOf === undefined ? "ADDRESS" : "ACCOUNT",
      retryAfter: Math.max(1, Math.ceil((endsAt - this.now()) / 1000)),
    });
  }

  private windowOf(key: string): Window {
    const now = this.now();
    const known = this.windows.get(key);
    if (known && known.endsAt > now) return known;
    const window = { used: 0, endsAt: now + WINDOW_MS };
    this.windows.set(key, window);
    return window;
  }
}

/** How many times its budget a client may have spent for a mutation to be run. */
function allowanceOf(points: number): number {
  if (points <= SMALL_MUTATION_POINTS) return Infinity;
  return points <= MUTATION_POINTS ? 2 : 1;
}

interface Share {
  key: string;
  share: number;
}

function sharesOf(client: Client): Share[] {
  const shares = ownSharesOf(client);
  if (!client.isPrefetch || client.isForeign) return shares;
  return shares.map(({ key, share }) => ({ key: `prefetches of ${key}`, share }));
}

function ownSharesOf({ address, tokensOf, sessionsOf, isForeign = false }: Client): Share[] {
  if (tokensOf !== undefined) return [{ key: `tokens of ${tokensOf}`, share: 1 }];
  if (sessionsOf !== undefined) return [{ key: `sessions of ${sessionsOf}`, share: 1 }];
  return networksOf(address).map(({ network, share }) =>
    isForeign ? { key: `foreign ${network}`, share } : { key: network, share },
  );
}

/** The names that `WorkBudget` sets, for other origins to read. */
export const BUDGET_HEADERS = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-used",
  "x-ratelimit-reset",
] as const;

function stateOf(points: number, limit: number, window: Window): BudgetState {
  return { cost: Math.ceil(points), limit, remaining: remainingOf(limit, window), resetAt: new Date(window.endsAt) };
}

function remainingOf(limit: number, { used }: Window): number {
  return Math.max(0, Math.floor(limit - used));
}

function writeHeaders(reply: FastifyReply, limit: number, window: Window): void {
  const { used, endsAt } = window;
  const values = [limit, remainingOf(limit, window), Math.ceil(used), Math.ceil(endsAt / 1000)];
  BUDGET_HEADERS.forEach((name, index) => void reply.header(name, String(values[index])));
}
