import { describe, expect, test } from "vitest";
import { RenderQueue } from "./render-queue";

/** Renders that all wait until the first two may end, and the order in which they then begin. */
function heldTurns() {
  const turns = new RenderQueue();
  const begun: string[] = [];
  let release: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  let visitors = 0;
  const ask = (name: string, address = `10.0.0.${String(++visitors)}`) =>
    turns.take({ address, isSearch: name.startsWith("search") }, async () => {
      begun.push(name);
      await hold;
      return name;
    });
  return { turns, begun, release, ask };
}

const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${String(index)}`);

describe("the turns of renders", () => {
  test("are two at a time, in the order of asking", async () => {
    const { begun, release, ask } = heldTurns();
    const all = named("page", 5).map((name) => ask(name));
    expect(begun).toEqual(["page 0", "page 1"]);
    release();
    expect(await Promise.all(all)).toEqual(named("page", 5));
    expect(begun).toEqual(named("page", 5));
  });

  test("come to plain pages before searches, and to one search after three plain pages", async () => {
    const { begun, release, ask } = heldTurns();
    const all = [...named("search", 5), ...named("page", 7)].map((name) => ask(name));
    release();
    await Promise.all(all);
    const order = begun.slice(2).map((name) => name.replace(/ .*/, ""));
    const [page, search] = ["page", "search"];
    expect(order).toEqual([page, page, page, search, page, page, page, search, page, search]);
  });

  test("wait in two lines: a full one of searches keeps no plain page out", async () => {
    const { release, ask } = heldTurns();
    const all = named("search", 62).map((name) => ask(name));
    await expect(ask("search late")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const page = ask("page");
    release();
    await Promise.all([...all, page]);
    expect(await ask("search late")).toBe("search late");
  });

  test("are eight for one visitor, who gets others when those have ended, also in failure", async () => {
    const { turns, release, ask } = heldTurns();
    const failing = turns.take({ address: "192.0.2.1", isSearch: false }, () => Promise.reject(new Error("no")));
    const all = named("page", 7).map((name) => ask(name, "192.0.2.1"));
    await expect(ask("page late", "192.0.2.1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await expect(failing).rejects.toThrow("no");
    const another = ask("page", "192.0.2.1");
    await expect(ask("page late", "192.0.2.1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const stranger = ask("page", "192.0.2.2");
    release();
    await Promise.all([...all, another, stranger]);
    expect(await Promise.all(named("page", 8).map((name) => ask(name, "192.0.2.1")))).toEqual(named("page", 8));
  });

  test("are 24 for the networks of one customer together", async () => {
    const { release, ask } = heldTurns();
    const all = [1, 2, 3].flatMap((network) =>
      named("page", 8).map((name) => ask(name, `2001:db8:1:${String(network)}::1`)),
    );
    await expect(ask("page late", "2001:db8:1:4::1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const stranger = ask("page", "2001:db8:2:1::1");
    release();
    await Promise.all([...all, stranger]);
    expect(await ask("page", "2001:db8:1:4::1")).toBe("page");
  });
});
