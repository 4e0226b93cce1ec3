import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { DomainError } from "../domain/domain-error";
import { networkOf } from "../rate-limit/network";

/** A page that is not kept takes about as long as a query of this cost. */
export const PAGE_POINTS = 500;

const WINDOW_MS = 60_000;
/** More clients than a process answers in a minute. Those heard of longest ago are forgotten first. */
const MAX_CLIENTS = 50_000;

/** A network address, or an account: for its sessions, and apart from them for its API tokens. */
export type Client = { address: string } | { account: string; by: "session" | "token" };

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
 * How much work each client may ask for a minute, in points: the cost of a GraphQL operation (`checkCost`), or PAGE_POINTS for a page
 * that has to be rendered. Kept pages and files cost nothing. Counted in this process alone: a shared count would cost the database more
 * than most operations.
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
   * @param isMutation is counted and never refused: mutations have limits of their own, and a member must be able to log out
   * @returns what the client has left; null without a limit
   * @throws RATE_LIMITED, with the time until there are points again, if there are too few left; nothing is spent then
   */
  spend(points: number, client: Client, reply?: FastifyReply, isMutation = false): BudgetState | null {
    if (this.points === 0) return null;
    const window = this.windowOf("address" in client ? networkOf(client.address) : `${client.by} ${client.account}`);
    const isRefused = !isMutation && window.used + points > this.points;
    if (!isRefused) window.used += points;
    const state = {
      cost: Math.ceil(points),
      limit: this.points,
      remaining: Math.max(0, Math.floor(this.points - window.used)),
      resetAt: new Date(window.endsAt),
    };
    if (reply) writeHeaders(reply, state, window);
    if (!isRefused) return state;
    throw new DomainError("RATE_LIMITED", "Too much work is asked for in a minute.", {
      limit: this.points,
      window: WINDOW_MS / 1000,
      scope: "address" in client ? "ADDRESS" : "ACCOUNT",
      retryAfter: Math.max(1, Math.ceil((window.endsAt - this.now()) / 1000)),
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

function writeHeaders(reply: FastifyReply, { limit, remaining }: BudgetState, { used, endsAt }: Window): void {
  const values = [limit, remaining, Math.ceil(used), Math.ceil(endsAt / 1000)];
  BUDGET_HEADERS.forEach((name, index) => void reply.header(name, String(values[index])));
}
