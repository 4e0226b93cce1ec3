import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { DomainError } from "../domain/domain-error";
import { networksOf } from "../rate-limit/network";

/** A page that is not kept takes about as long as a query of this cost. */
export const PAGE_POINTS = 500;

const WINDOW_MS = 60_000;
/** More clients than a process answers in a minute. Those heard of longest ago are forgotten first. */
const MAX_CLIENTS = 50_000;

export interface Client {
  address: string;
  /** The account whose API token is used. */
  tokensOf?: string;
}

interface Window {
  used: number;
  endsAt: number;
}

/**
 * How much work each client may ask for a minute, in points: the cost of a GraphQL operation (`checkCost`), or `PAGE_POINTS` for a page
 * that has to be rendered. Kept pages and files cost nothing. A client is a network address, or for API tokens the account
 * that they belong to, wherever they are used. Counted in this process alone: a shared count would cost the database more than most operations.
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
   * Spends points of a client and says in the response's headers how many are left, as GitHub's API does.
   * @throws RATE_LIMITED, with the time until there are points again, if there are too few left; nothing is spent then
   */
  spend(points: number, { address, tokensOf }: Client, reply: FastifyReply): void {
    if (this.points === 0) return;
    const shares =
      tokensOf !== undefined
        ? [{ key: `tokens of ${tokensOf}`, share: 1 }]
        : networksOf(address).map(({ network, share }) => ({ key: network, share }));
    const windows = shares.map(({ key, share }) => ({ window: this.windowOf(key), limit: this.points * share }));
    const exceeded = windows.filter(({ window, limit }) => window.used + points > limit);
    if (exceeded.length === 0) for (const { window } of windows) window.used += points;
    const shown = exceeded[0] ?? windows[0];
    if (shown) writeHeaders(reply, shown.limit, shown.window);
    if (exceeded.length === 0) return;
    const endsAt = Math.max(...exceeded.map(({ window }) => window.endsAt));
    throw new DomainError("RATE_LIMITED", "Too much work is asked for in a minute.", {
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

/** The names that `WorkBudget` sets, for other origins to read. */
export const BUDGET_HEADERS = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-used",
  "x-ratelimit-reset",
] as const;

function writeHeaders(reply: FastifyReply, limit: number, { used, endsAt }: Window): void {
  const values = [limit, Math.max(0, Math.floor(limit - used)), Math.ceil(used), Math.ceil(endsAt / 1000)];
  BUDGET_HEADERS.forEach((name, index) => void reply.header(name, String(values[index])));
}
