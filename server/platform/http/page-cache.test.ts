import { describe, expect, test } from "vitest";
import { PageCache } from "./page-cache";
import { isFresh, RenderedPage } from "./rendered-page";

function page(html: string, prompts?: readonly number[], faults: readonly unknown[] = []): RenderedPage {
  return new RenderedPage({ status: 200, html, ...(prompts ? { prompts } : {}) }, faults);
}

function cacheAt(clock: { now: number }, maxBytes = 1_000_000): PageCache {
  return new PageCache({ maxBytes, canCache: () => true, now: () => clock.now });
}

/** A render that runs until `finish` is called. */
function heldRender() {
  let finish: (page: RenderedPage) => void = () => undefined;
  const promise = new Promise<RenderedPage>((resolve) => (finish = resolve));
  return { render: () => promise, finish };
}

describe("a cached page", () => {
  test("is rendered once for concurrent requests", async () => {
    const cache = cacheAt({ now: 1 });
    let renders = 0;
    const render = () => {
      renders += 1;
      return Promise.resolve(page("home"));
    };
    const pages = await Promise.all(Array.from({ length: 20 }, () => cache.render("/", render)));
    expect(new Set(pages).size).toBe(1);
    expect(renders).toBe(1);
    expect(cache.get("/")).toBe(pages[0]);
  });

  test("expires a minute after its render started", async () => {
    const clock = { now: 1000 };
    const cache = cacheAt(clock);
    const { render, finish } = heldRender();
    const rendering = cache.render("/", render);
    clock.now += 20_000;
    finish(page("home"));
    await rendering;
    clock.now += 40_000;
    expect(cache.get("/")).toBeDefined();
    clock.now += 1;
    expect(cache.get("/")).toBeUndefined();
  });

  test("grows when it is encoded, but does not expire later", async () => {
    const clock = { now: 1000 };
    const cache = cacheAt(clock);
    const home = await cache.render("/", () => Promise.resolve(page("home ".repeat(1000))));
    const before = cache.bytes;
    clock.now += 50_000;
    const br = await home.text.encode("br");
    cache.updateSize("/", home);
    expect(cache.bytes).toBe(before + br.length);
    clock.now += 10_001;
    expect(cache.get("/")).toBeUndefined();
  });

  test("is evicted when the cache is full, the least recently used first", async () => {
    const cache = cacheAt({ now: 1 }, 100_000);
    const html = "x".repeat(10_000);
    for (let number = 0; number < 50; number++) {
      await cache.render(`/prompt/${number}`, () => Promise.resolve(page(html)));
      expect(cache.get("/prompt/0")).toBeDefined();
      expect(cache.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.get("/prompt/1")).toBeUndefined();
    expect(cache.get("/prompt/49")).toBeDefined();
    const large = await cache.render("/large", () => Promise.resolve(page("x".repeat(200_000))));
    expect(large.status).toBe(200);
    expect(cache.get("/large")).toBeUndefined();
  });

  test("with a query evicts other pages with a query, and never a plain page", async () => {
    const cache = cacheAt({ now: 1 }, 100_000);
    const html = "x".repeat(10_000);
    const plain = Array.from({ length: 5 }, (_, number) => `/prompt/${number}`);
    for (const address of plain) await cache.render(address, () => Promise.resolve(page(html)));
    const plainBytes = cache.bytes;
    for (let number = 0; number < 50; number++) {
      const address = `/?q=${number}`;
      const rendered = await cache.render(address, () => Promise.resolve(page(html)));
      await rendered.text.encode("br");
      cache.updateSize(address, rendered);
      expect(cache.get(address)).toBe(rendered);
      expect(cache.bytes - plainBytes).toBeLessThanOrEqual(25_000);
    }
    expect(cache.get("/?q=0")).toBeUndefined();
    expect(plain.filter((address) => !cache.get(address))).toEqual([]);
    cache.purge("all");
    expect([cache.bytes, cache.get("/?q=49")]).toEqual([0, undefined]);
  });

  test.each([
    ["missing", new RenderedPage({ status: 404, html: "" }, [])],
    ["failed", new RenderedPage({ status: 500, html: "" }, [])],
    ["redirected", new RenderedPage({ status: 302, location: "/en/", html: "" }, [])],
    ["incomplete", page("half", [], [new Error("a field failed")])],
  ])("is never one that was %s", async (_, rendered) => {
    const cache = cacheAt({ now: 1 });
    expect(await cache.render("/", () => Promise.resolve(rendered))).toBe(rendered);
    expect(cache.get("/")).toBeUndefined();
  });

  test("is stored only while the cache can be invalidated", async () => {
    let listening = false;
    const cache = new PageCache({ maxBytes: 100_000, canCache: () => listening });
    await cache.render("/", () => Promise.resolve(page("home")));
    expect(cache.get("/")).toBeUndefined();
    listening = true;
    await cache.render("/", () => Promise.resolve(page("home")));
    expect(cache.get("/")).toBeDefined();
  });

  test("is rendered again after a failure", async () => {
    const cache = cacheAt({ now: 1 });
    await expect(cache.render("/", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect((await cache.render("/", () => Promise.resolve(page("home")))).status).toBe(200);
  });
});

describe("a change", () => {
  async function filledCache() {
    const cache = cacheAt({ now: 1 });
    await cache.render("/", () => Promise.resolve(page("list")));
    await cache.render("/prompt/7", () => Promise.resolve(page("seven", [7, 8])));
    await cache.render("/prompt/9", () => Promise.resolve(page("nine", [9])));
    return cache;
  }

  test.each([
    [8, ["/prompt/9"]],
    [70, ["/prompt/7", "/prompt/9"]],
    ["all", []],
  ] as const)("of %s removes the pages that may show it, and all lists", async (change, remaining) => {
    const cache = await filledCache();
    cache.purge(change);
    expect(["/", "/prompt/7", "/prompt/9"].filter((address) => cache.get(address))).toEqual(remaining);
  });

  test("during a render is seen by later requests, which do not share that render", async () => {
    const cache = cacheAt({ now: 1 });
    const [before, after] = [heldRender(), heldRender()];
    const earlier = cache.render("/", before.render);
    cache.purge(1);
    const later = cache.render("/", after.render);
    before.finish(page("before"));
    expect((await earlier).text.get("identity")?.toString()).toBe("before");
    expect(cache.get("/")).toBeUndefined();
    after.finish(page("after"));
    expect((await later).text.get("identity")?.toString()).toBe("after");
    expect(cache.get("/")?.text.get("identity")?.toString()).toBe("after");
  });

  test("is not undone when a purged page is encoded afterwards", async () => {
    const cache = cacheAt({ now: 1 });
    const home = await cache.render("/", () => Promise.resolve(page("home")));
    cache.purge("all");
    cache.updateSize("/", home);
    expect(cache.get("/")).toBeUndefined();
  });
});

describe("a conditional request", () => {
  const etag = 'W/"abc"';

  test.each(['W/"abc"', '"abc"', "*", ' "x", W/"abc"', '"x","abc"', '"a,b", "abc"'])(
    "with If-None-Match %s is not sent the page",
    (header) => {
      expect(isFresh(header, etag)).toBe(true);
    },
  );

  test.each([undefined, "", "abc", '"ab"', 'W/"abcd"', '"*"', '"x", "y"'])(
    "with If-None-Match %s is sent the page",
    (header) => {
      expect(isFresh(header, etag)).toBe(false);
    },
  );
});
