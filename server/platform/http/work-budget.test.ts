import type { FastifyReply } from "fastify";
import { describe, expect, test } from "vitest";
import { DomainError } from "../domain/domain-error";
import { type Client, WorkBudget } from "./work-budget";

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
    expect(spend("2001:db8:0:1::1", 100)).toBeUndefined();
  });

  test.each(["token", "session"] as const)(
    "has one budget for every %s of an account, wherever it is used, apart from the others",
    (by) => {
      const { budget } = budgetOf(100);
      const other = by === "token" ? "session" : "token";
      expect(client(budget, { account: "7", by }).spend(100)).toBeUndefined();
      expect(client(budget, { account: "7", by }).spend(1)).toBe(60);
      expect(client(budget, { account: "7", by: other }).spend(100)).toBeUndefined();
      expect(client(budget, { account: "8", by }).spend(100)).toBeUndefined();
      expect(client(budget, { address: "192.0.2.1" }).spend(100)).toBeUndefined();
    },
  );

  test("may run mutations whatever it has spent, and they count", () => {
    const one = client(budgetOf(1000).budget, { address: "192.0.2.1" });
    expect(one.spend(999)).toBeUndefined();
    expect([one.spend(500, true), one.spend(5000, true), one.spend(1)]).toEqual([undefined, undefined, 60]);
    expect(one.headers).toMatchObject({ "x-ratelimit-remaining": "0", "x-ratelimit-used": "6499" });
  });
});

test("without a limit nothing is counted or said", () => {
  const one = client(budgetOf(0).budget, { address: "192.0.2.1" });
  expect(one.spend(1_000_000)).toBeUndefined();
  expect(one.headers).toEqual({});
});
