import { describe, expect, test } from "vitest";
import type { PageTag } from "../domain/page-tag";
import { PageCache } from "./page-cache";
import { isFresh, RenderedPage } from "./rendered-page";

function page(html: string, shown: readonly PageTag[] = [], faults: readonly unknown[] = []): RenderedPage {
  return new RenderedPage({ status: 200, html }, { shown: new Set(shown), faults });
}

const unexpected = () => {
  throw new Error("Nobody expects that.");
};

function cacheAt(
  clock: { now: number },
  {
    maxBytes = 1_000_000,
    onRefreshFailed = unexpected,
  }: { maxBytes?: number; onRefreshFailed?: (error: unknown) => void } = {},
): PageCache {
  return new PageCache({ maxBytes, canCache: () => true, onRefreshFailed, now: () => clock.now });
}

const textOf = (rendered: RenderedPage | undefined) => rendered?.text.get("identity")?.toString();

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
    expect(cache.get("/", unexpected)).toBe(pages[0]);
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
    expect(cache.get("/", unexpected)).toBeDefined();
    clock.now += 1;
    expect(cache.get("/", unexpected)).toBeUndefined();
  });

  test("counts what is kept of it once it is encoded, and does not expire later", async () => {
    const clock = { now: 1000 };
    const cache = cacheAt(clock);
    const home = await cache.render("/", () => Promise.resolve(page("home ".repeat(1000))));
    const before = cache.bytes;
    clock.now += 50_000;
    const br = await home.text.encode("br");
    cache.updateSize("/", home);
    expect(cache.bytes).toBe(before - "home ".repeat(1000).length + br.length);
    clock.now += 10_001;
    expect(cache.get("/", unexpected)).toBeUndefined();
  });

  test("is evicted when the cache is full, the least recently used first", async () => {
    const cache = cacheAt({ now: 1 }, { maxBytes: 100_000 });
    const html = "x".repeat(10_000);
    for (let number = 0; number < 50; number++) {
      await cache.render(`/prompt/${number}`, () => Promise.resolve(page(html)));
      expect(cache.get("/prompt/0", unexpected)).toBeDefined();
      expect(cache.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.get("/prompt/1", unexpected)).toBeUndefined();
    expect(cache.get("/prompt/49", unexpected)).toBeDefined();
    const large = await cache.render("/large", () => Promise.resolve(page("x".repeat(200_000))));
    expect(large.status).toBe(200);
    expect(cache.get("/large", unexpected)).toBeUndefined();
  });

  test("with a query evicts other pages with a query, and never a plain page", async () => {
    const cache = cacheAt({ now: 1 }, { maxBytes: 100_000 });
    const html = "x".repeat(10_000);
    const plain = Array.from({ length: 5 }, (_, number) => `/prompt/${number}`);
    for (const address of plain) await cache.render(address, () => Promise.resolve(page(html)));
    const plainBytes = cache.bytes;
    for (let number = 0; number < 50; number++) {
      const address = `/?q=${number}`;
      const rendered = await cache.render(address, () => Promise.resolve(page(html)));
      await rendered.text.encode("br");
      cache.updateSize(address, rendered);
      expect(cache.get(address, unexpected)).toBe(rendered);
      expect(cache.bytes - plainBytes).toBeLessThanOrEqual(25_000);
    }
    expect(cache.get("/?q=0", unexpected)).toBeUndefined();
    expect(plain.filter((address) => !cache.get(address, unexpected))).toEqual([]);
    cache.apply("all");
    expect([cache.bytes, cache.get("/?q=49", unexpected)]).toEqual([0, undefined]);
  });

  test.each([
    ["missing", new RenderedPage({ status: 404, html: "" }, { shown: new Set() })],
    ["failed", new RenderedPage({ status: 500, html: "" }, { shown: new Set() })],
    ["redirected", new RenderedPage({ status: 302, location: "/en/", html: "" }, { shown: new Set() })],
    ["incomplete", page("half", [], [new Error("a field failed")])],
  ])("is never one that was %s", async (_, rendered) => {
    const cache = cacheAt({ now: 1 });
    expect(await cache.render("/", () => Promise.resolve(rendered))).toBe(rendered);
    expect(cache.get("/", unexpected)).toBeUndefined();
  });

  test("is stored only while the cache can be invalidated", async () => {
    let listening = false;
    const cache = new PageCache({ maxBytes: 100_000, canCache: () => listening, onRefreshFailed: unexpected });
    await cache.render("/", () => Promise.resolve(page("home")));
    expect(cache.get("/", unexpected)).toBeUndefined();
    listening = true;
    await cache.render("/", () => Promise.resolve(page("home")));
    expect(cache.get("/", unexpected)).toBeDefined();
  });

  test("is rendered again after a failure", async () => {
    const cache = cacheAt({ now: 1 });
    await expect(cache.render("/", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect((await cache.render("/", () => Promise.resolve(page("home")))).status).toBe(200);
  });
});

describe("a change", () => {
  const ADDRESSES = ["/", "/prompt/7", "/prompt/9"];
  const unrendered = () => new Promise<RenderedPage>(() => undefined);
  const isKept = (cache: PageCache) => ADDRESSES.filter((address) => cache.get(address, unrendered));

  async function filledCache(clock = { now: 1 }) {
    const cache = cacheAt(clock);
    await cache.render("/", () => Promise.resolve(page("list", ["list:library", "prompt:7"])));
    await cache.render("/prompt/7", () => Promise.resolve(page("seven", ["prompt:7", "prompt:8", "user:3"])));
    await cache.render("/prompt/9", () => Promise.resolve(page("nine", ["prompt:9"])));
    return cache;
  }

  test.each([
    ["a prompt", { tag: "prompt:8", effect: "purge" }, ["/", "/prompt/9"]],
    ["a prompt on two pages", { tag: "prompt:7", effect: "purge" }, ["/prompt/9"]],
    ["a name", { tag: "user:3", effect: "purge" }, ["/", "/prompt/9"]],
    ["what no page shows", { tag: "prompt:70", effect: "purge" }, ADDRESSES],
    ["anything", "all", []],
  ] as const)("of %s removes the pages that show it, and no others", async (_, change, remaining) => {
    const cache = await filledCache();
    cache.apply(change);
    expect(isKept(cache)).toEqual(remaining);
  });

  test("leaves nothing behind of pages that are gone: their tags neither", async () => {
    const cache = cacheAt({ now: 1 }, { maxBytes: 100_000 });
    const fill = async (count: number) => {
      for (let id = 0; id < count; id++)
        await cache.render(`/prompt/${id}`, () => Promise.resolve(page("x".repeat(10_000), [`prompt:${id}`])));
    };
    await fill(40);
    expect(cache.tagCount).toBeLessThan(9);
    cache.apply("all");
    expect(cache.tagCount).toBe(0);
  });

  test("of a list is gathered: the stale page is served for a second, and rendered anew meanwhile, once", async () => {
    const clock = { now: 1000 };
    const cache = await filledCache(clock);
    const refresh = { tag: "list:library", effect: "refresh" } as const;
    cache.apply(refresh);
    clock.now += 200;
    cache.apply(refresh);
    expect(textOf(cache.get("/", unexpected))).toBe("list");
    clock.now += 100;
    const held = heldRender();
    let renders = 0;
    const renderAnew = () => {
      renders += 1;
      return held.render();
    };
    for (let request = 0; request < 3; request++) expect(textOf(cache.get("/", renderAnew))).toBe("list");
    held.finish(page("new list", ["list:library"]));
    await expect.poll(() => textOf(cache.get("/", unexpected))).toBe("new list");
    expect(renders).toBe(1);
    clock.now += 5000;
    expect(textOf(cache.get("/", unexpected))).toBe("new list");
  });

  test("of a list is shown a second later at the latest, also on a page that nobody has asked for meanwhile", async () => {
    const clock = { now: 1000 };
    const cache = await filledCache(clock);
    cache.apply({ tag: "list:library", effect: "refresh" });
    clock.now += 1001;
    expect(isKept(cache)).toEqual(["/prompt/7", "/prompt/9"]);
  });

  test("of a list while it is rendered anew makes the new page stale from then on", async () => {
    const clock = { now: 1000 };
    const cache = await filledCache(clock);
    cache.apply({ tag: "list:library", effect: "refresh" });
    clock.now += 300;
    const held = heldRender();
    cache.get("/", held.render);
    clock.now += 300;
    cache.apply({ tag: "list:library", effect: "refresh" });
    held.finish(page("second", ["list:library"]));
    await expect.poll(() => textOf(cache.get("/", unexpected))).toBe("second");
    clock.now += 900;
    let wasAsked = false;
    const renderAnew = () => {
      wasAsked = true;
      return Promise.resolve(page("third", ["list:library"]));
    };
    expect([textOf(cache.get("/", renderAnew)), wasAsked]).toEqual(["second", true]);
  });

  test("does not take away what could not be rendered anew before it is a second old; the failure is reported", async () => {
    const clock = { now: 1000 };
    const failures: unknown[] = [];
    const cache = cacheAt(clock, { onRefreshFailed: (error) => failures.push(error) });
    await cache.render("/", () => Promise.resolve(page("list", ["list:library"])));
    cache.apply({ tag: "list:library", effect: "refresh" });
    clock.now += 500;
    expect(textOf(cache.get("/", () => Promise.reject(new Error("overloaded"))))).toBe("list");
    await expect.poll(() => failures).toEqual([new Error("overloaded")]);
    expect(textOf(cache.get("/", unrendered))).toBe("list");
    clock.now += 501;
    expect(cache.get("/", unexpected)).toBeUndefined();
  });

  test("during a render that it purges is seen by later requests, which are not answered with that render", async () => {
    const cache = cacheAt({ now: 1 });
    const [before, after] = [heldRender(), heldRender()];
    const earlier = cache.render("/", before.render);
    cache.apply({ tag: "prompt:1", effect: "purge" });
    const later = cache.render("/", after.render);
    before.finish(page("before", ["prompt:1"]));
    expect(textOf(await earlier)).toBe("before");
    expect(cache.get("/", unexpected)).toBeUndefined();
    after.finish(page("after", ["prompt:1"]));
    expect(textOf(await later)).toBe("after");
    expect(textOf(cache.get("/", unexpected))).toBe("after");
  });

  test("during a render that does not show it does not matter", async () => {
    const cache = cacheAt({ now: 1 });
    const held = heldRender();
    const earlier = cache.render("/", held.render);
    cache.apply({ tag: "prompt:1", effect: "purge" });
    const later = cache.render("/", unexpected);
    held.finish(page("home", ["prompt:2"]));
    expect([textOf(await earlier), textOf(await later)]).toEqual(["home", "home"]);
    expect(textOf(cache.get("/", unexpected))).toBe("home");
  });

  test("is not undone when a purged page is encoded afterwards", async () => {
    const cache = cacheAt({ now: 1 });
    const home = await cache.render("/", () => Promise.resolve(page("home")));
    cache.apply("all");
    cache.updateSize("/", home);
    expect(cache.get("/", unexpected)).toBeUndefined();
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
