import type { FastifyReply } from "fastify";
import { describe, expect, test } from "vitest";
import { DomainError } from "../domain/domain-error";
import { type Client, pagePoints, WorkBudget } from "./work-budget";

/** Records what a client is told. */
function client(budget: WorkBudget, who: Client) {
  const headers: Record<string, string> = {};
  const reply = { header: (name: string, value: string) => void (headers[name] = value) } as unknown as FastifyReply;
  return {
    headers,
    /** @returns in how many seconds to try again, if it is refused */
    spend(points: number, isMutation = false): number | undefined {
      try {
        budget.spend(points, who, reply, isMutation);
        return undefined;
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== "RATE_LIMITED") throw error;
        return error.details.retryAfter;
      }
    },
  };
}

function budgetOf(points: number) {
  let now = 1_000_000;
  const budget = new WorkBudget(points, () => now);
  return { budget, pass: (ms: number) => (now += ms) };
}

describe("a client", () => {
  test("spends its points of a minute, is refused, and has them again afterwards", () => {
    const { budget, pass } = budgetOf(100);
    const one = client(budget, { address: "192.0.2.1" });
    expect([one.spend(60), one.spend(40)]).toEqual([undefined, undefined]);
    pass(20_000);
    expect(one.spend(1)).toBe(40);
    pass(39_999);
    expect(one.spend(1)).toBe(1);
    pass(1);
    expect(one.spend(100)).toBeUndefined();
  });

  test("pays nothing for what is refused", () => {
    const one = client(budgetOf(100).budget, { address: "192.0.2.1" });
    expect(one.spend(101)).toBe(60);
    expect(one.spend(100)).toBeUndefined();
  });

  test("is told how much is left, and until when", () => {
    const one = client(budgetOf(100).budget, { address: "192.0.2.1" });
    one.spend(30.2);
    const told = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "69", "x-ratelimit-used": "31" };
    expect(one.headers).toEqual({ ...told, "x-ratelimit-reset": "1060" });
    expect(one.spend(70)).toBe(60);
    expect(one.headers).toMatchObject(told);
  });

  test("takes nothing from others, and does not become another one by its spelling or by another address of its network", () => {
    const { budget } = budgetOf(100);
    const spend = (address: string, points: number) => client(budget, { address }).spend(points);
    expect(spend("192.0.2.1", 100)).toBeUndefined();
    expect(spend("192.0.2.2", 100)).toBeUndefined();
    for (const spelling of ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1:4444"]) expect(spend(spelling, 1)).toBe(60);
    expect(spend("2001:db8::1", 100)).toBeUndefined();
    expect(spend("2001:db8::2", 1)).toBe(60);
    // The /48 that its provider assigns has eight times as much.
    for (let network = 1; network < 8; network += 1)
      expect(spend(`2001:db8:0:${network}::1`, 100), String(network)).toBeUndefined();
    expect(spend("2001:db8:0:8::1", 1)).toBe(60);
    expect(spend("2001:db8:1::1", 100)).toBeUndefined();
  });

  test("has one budget for all API tokens of an account, wherever they are used, apart from that of the address", () => {
    const { budget } = budgetOf(100);
    expect(client(budget, { address: "192.0.2.1", tokensOf: "7" }).spend(100)).toBeUndefined();
    expect(client(budget, { address: "192.0.2.2", tokensOf: "7" }).spend(1)).toBe(60);
    expect(client(budget, { address: "192.0.2.1" }).spend(100)).toBeUndefined();
    expect(client(budget, { address: "192.0.2.1", tokensOf: "8" }).spend(100)).toBeUndefined();
  });

  test("has one budget for all sessions of an account, apart from those of its tokens and of the address", () => {
    const { budget } = budgetOf(100);
    expect(client(budget, { address: "192.0.2.1", sessionsOf: "7" }).spend(100)).toBeUndefined();
    expect(client(budget, { address: "192.0.2.2", sessionsOf: "7" }).spend(1)).toBe(60);
    expect(client(budget, { address: "192.0.2.1", tokensOf: "7" }).spend(100)).toBeUndefined();
    expect(client(budget, { address: "192.0.2.1" }).spend(100)).toBeUndefined();
  });

  test("loses nothing to pages of other sites, which share as much and read nothing of its own", () => {
    const { budget } = budgetOf(100);
    const own = client(budget, { address: "192.0.2.1" });
    const foreign = client(budget, { address: "192.0.2.1", isForeign: true });
    expect(own.spend(60)).toBeUndefined();
    expect(foreign.spend(100)).toBeUndefined();
    expect(foreign.headers).toMatchObject({ "x-ratelimit-limit": "100", "x-ratelimit-used": "100" });
    expect([foreign.spend(1), foreign.spend(1, true)]).toEqual([60, 60]);
    expect(own.spend(40)).toBeUndefined();
  });

  test("prefetches with a budget of their own, of the same size; pages of other sites have none", () => {
    const { budget } = budgetOf(100);
    const reader = { address: "192.0.2.1" };
    const prefetch = client(budget, { ...reader, isPrefetch: true });
    expect([prefetch.spend(100), prefetch.spend(1)]).toEqual([undefined, 60]);
    expect([client(budget, reader).spend(100), client(budget, reader).spend(1)]).toEqual([undefined, 60]);
    const member = { ...reader, sessionsOf: "7" };
    expect(client(budget, { ...member, isPrefetch: true }).spend(100)).toBeUndefined();
    expect(client(budget, member).spend(100)).toBeUndefined();
    const foreign = { ...reader, isForeign: true };
    expect(client(budget, foreign).spend(100)).toBeUndefined();
    expect(client(budget, { ...foreign, isPrefetch: true }).spend(1)).toBe(60);
  });

  test("may run mutations that are not large whatever it has spent, and they count", () => {
    const one = client(budgetOf(1000).budget, { address: "192.0.2.1" });
    expect(one.spend(999, false)).toBeUndefined();
    expect([one.spend(500, true), one.spend(501, true), one.spend(1)]).toEqual([undefined, 60, 60]);
    expect(one.headers).toMatchObject({ "x-ratelimit-remaining": "0", "x-ratelimit-used": "1499" });
  });
});

test("without a limit nothing is counted or said", () => {
  const one = client(budgetOf(0).budget, { address: "192.0.2.1" });
  expect(one.spend(1_000_000)).toBeUndefined();
  expect(one.headers).toEqual({});
});

test("a page costs more if it searches for many words", () => {
  const search = (words: string) => pagePoints(`/en/prompts?q=${encodeURIComponent(words)}&tags=work`);
  expect(pagePoints("/en/")).toBe(500);
  expect(search("write a polite email to customers")).toBe(500);
  expect(search("写a邮b件c".repeat(20))).toBe(1500);
});
