import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { AbandonedError } from "./overloaded-error";
import { RenderQueue } from "./render-queue";

/** A queue whose renders run until `release` is called, and the order in which they start. */
function heldQueue() {
  const queue = new RenderQueue();
  const started: string[] = [];
  let release: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  let visitors = 0;
  const render = (name: string, address = `10.0.0.${String(++visitors)}`) =>
    queue.run({ address, isSearch: name.startsWith("search") }, async () => {
      started.push(name);
      await hold;
      return name;
    });
  return { queue, started, release, render };
}

/** Enough for whatever may start to have started. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${String(index)}`);

describe("the render queue", () => {
  test("runs two renders concurrently, first come, first served", async () => {
    const { started, release, render } = heldQueue();
    const all = named("page", 5).map((name) => render(name));
    await turns();
    expect(started).toEqual(["page 0", "page 1"]);
    release();
    expect(await Promise.all(all)).toEqual(named("page", 5));
    expect(started).toEqual(named("page", 5));
  });

  test("does not render what nobody waits for any more when it is its turn", async () => {
    const { queue, started, release, render } = heldQueue();
    const first = [render("search first"), render("page")];
    let hasLeft = false;
    const left = queue.run({ address: "10.1.0.1", isSearch: true, isAbandoned: () => hasLeft }, async () =>
      started.push("search left"),
    );
    const last = render("search last");
    await turns();
    hasLeft = true;
    release();
    await expect(left).rejects.toBeInstanceOf(AbandonedError);
    await Promise.all([...first, last]);
    expect(started).toEqual(["search first", "page", "search last"]);
  });

  test("runs one search at a time, and a plain page beside it at once", async () => {
    const { started, release, render } = heldQueue();
    const all = [...named("search", 3), "page"].map((name) => render(name));
    await turns();
    expect(started).toEqual(["search 0", "page"]);
    release();
    await Promise.all(all);
    expect(started).toEqual(["search 0", "page", "search 1", "search 2"]);
  });

  test.each(["page", "search"])(
    "lets networks take turns: the first %s of one is not behind all of another",
    async (kind) => {
      const { started, release, render } = heldQueue();
      const greedy = named(`${kind} greedy`, 8).map((name) => render(name, "10.9.9.9"));
      const others = ["one", "two"].map((name) => render(`${kind} ${name}`));
      release();
      await Promise.all([...greedy, ...others]);
      const places = ["one", "two"].map((name) => started.indexOf(`${kind} ${name}`));
      expect(places).toEqual(kind === "page" ? [2, 3] : [1, 2]);
      expect(started.filter((name) => name.includes("greedy"))).toEqual(named(`${kind} greedy`, 8));
    },
  );

  test("lets other requests arrive before a render that waits for nothing begins", async () => {
    const queue = new RenderQueue();
    const visitor = { address: "10.0.0.1", isSearch: false };
    const rendered: string[] = [];
    const first = queue.run(visitor, () => Promise.resolve(rendered.push("page")));
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    expect(rendered).toEqual([]);
    const others = Array.from({ length: 8 }, () => queue.run(visitor, () => Promise.resolve()));
    await expect(others.at(-1)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await Promise.all([first, ...others.slice(0, -1)]);
  });

  test("prefers plain pages to searches, but runs a search after every three plain pages", async () => {
    const { started, release, render } = heldQueue();
    const all = [...named("search", 5), ...named("page", 7)].map((name) => render(name));
    release();
    await Promise.all(all);
    // The first search and the first page have begun side by side.
    const order = started.map((name) => name.replace(/ .*/, ""));
    const [page, search] = ["page", "search"];
    expect(order).toEqual([
      ...[search, page, page, page],
      ...[search, page, page, page],
      ...[search, page, search, search],
    ]);
  });

  test("accepts plain pages even if its queue of searches is full", async () => {
    const { release, render } = heldQueue();
    const all = named("search", 21).map((name) => render(name));
    await expect(render("search late")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const page = render("page");
    release();
    await Promise.all([...all, page]);
    expect(await render("search late")).toBe("search late");
  });

  test("accepts eight renders per client, and more when those have ended or failed", async () => {
    const { queue, release, render } = heldQueue();
    const failing = queue.run({ address: "192.0.2.1", isSearch: false }, () => Promise.reject(new Error("no")));
    const all = named("page", 7).map((name) => render(name, "192.0.2.1"));
    await expect(render("page late", "192.0.2.1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await expect(failing).rejects.toThrow("no");
    const another = render("page", "192.0.2.1");
    await expect(render("page late", "192.0.2.1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const stranger = render("page", "192.0.2.2");
    release();
    await Promise.all([...all, another, stranger]);
    expect(await Promise.all(named("page", 8).map((name) => render(name, "192.0.2.1")))).toEqual(named("page", 8));
  });

  test("leaves places for others when a few clients ask for as many searches as they may have", async () => {
    const { release, render } = heldQueue();
    const greedy = ["10.1.1.1", "10.2.2.2", "10.3.3.3"].flatMap((address) =>
      named(`search of ${address}`, 8).map((name) => render(name, address).catch(() => "refused")),
    );
    const others = named("search", 2).map((name) => render(name));
    release();
    expect(await Promise.all(others)).toEqual(named("search", 2));
    const refused = (await Promise.all(greedy)).filter((outcome) => outcome === "refused");
    expect(refused.length).toBeLessThan(10);
  });

  test("leaves a place for others beside all networks of one customer, and renders theirs next", async () => {
    const { started, release, render } = heldQueue();
    const greedy = Array.from({ length: 24 }, (_, index) =>
      render(`search greedy ${String(index)}`, `2001:db8:1:${String(index)}::1`).catch(() => "refused"),
    );
    const stranger = render("search", "2001:db8:2:1::1");
    release();
    expect(await stranger).toBe("search");
    expect(started.indexOf("search")).toBe(1);
    expect((await Promise.all(greedy)).filter((outcome) => outcome === "refused").length).toBeGreaterThan(10);
  });

  test("accepts 24 renders from all networks of one customer", async () => {
    const { release, render } = heldQueue();
    const all = [1, 2, 3].flatMap((network) =>
      named("page", 8).map((name) => render(name, `2001:db8:1:${String(network)}::1`)),
    );
    await expect(render("page late", "2001:db8:1:4::1")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const stranger = render("page", "2001:db8:2:1::1");
    release();
    await Promise.all([...all, stranger]);
    expect(await render("page", "2001:db8:1:4::1")).toBe("page");
  });
});
