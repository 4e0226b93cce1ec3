import { describe, expect, test } from "vitest";
import { PageCache } from "./page-cache";
import { isFresh, RenderedPage } from "./rendered-page";

function page(html: string, prompts?: readonly number[], faults: readonly unknown[] = []): RenderedPage {
  return new RenderedPage({ status: 200, html, ...(prompts ? { prompts } : {}) }, faults);
}

function cacheAt(clock: { now: number }, maxBytes = 1_000_000): PageCache {
  return new PageCache({ maxBytes, canCache: () => true, now: () => clock.now });
}

/** A render whose end the test decides. */
function pending() {
  let finish: (page: RenderedPage) => void = () => undefined;
  const promise = new Promise<RenderedPage>((resolve) => (finish = resolve));
  return { render: () => promise, finish };
}

describe("a page in memory", () => {
  test("is rendered once for all who ask at the same time", async () => {
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

  test("lives for a minute from the moment at which its rendering began", async () => {
    const clock = { now: 1000 };
    const cache = cacheAt(clock);
    const { render, finish } = pending();
    const rendering = cache.render("/", render);
    clock.now += 20_000;
    finish(page("home"));
    await rendering;
    clock.now += 40_000;
    expect(cache.get("/")).toBeDefined();
    clock.now += 1;
    expect(cache.get("/")).toBeUndefined();
  });

  test("does not live longer for being encoded, but takes more room", async () => {
    const clock = { now: 1000 };
    const cache = cacheAt(clock);
    const home = await cache.render("/", () => Promise.resolve(page("home ".repeat(1000))));
    const before = cache.bytes;
    clock.now += 50_000;
    const br = await home.text.make("br");
    cache.grown("/", home);
    expect(cache.bytes).toBe(before + br.length);
    clock.now += 10_001;
    expect(cache.get("/")).toBeUndefined();
  });

  test("leaves, the one longest unused first, when there is no more room", async () => {
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

  test("with a query pushes out others with one, and never a plain page", async () => {
    const cache = cacheAt({ now: 1 }, 100_000);
    const html = "x".repeat(10_000);
    const plain = Array.from({ length: 5 }, (_, number) => `/prompt/${number}`);
    for (const address of plain) await cache.render(address, () => Promise.resolve(page(html)));
    const ofPlain = cache.bytes;
    for (let number = 0; number < 50; number++) {
      const address = `/?q=${number}`;
      const found = await cache.render(address, () => Promise.resolve(page(html)));
      await found.text.make("br");
      cache.grown(address, found);
      expect(cache.get(address)).toBe(found);
      expect(cache.bytes - ofPlain).toBeLessThanOrEqual(25_000);
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
    ["lacking something", page("half", [], [new Error("a field failed")])],
  ])("never is one that was %s", async (_, rendered) => {
    const cache = cacheAt({ now: 1 });
    expect(await cache.render("/", () => Promise.resolve(rendered))).toBe(rendered);
    expect(cache.get("/")).toBeUndefined();
  });

  test("is kept only while somebody listens for changes", async () => {
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
  async function filled() {
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
  ] as const)("of %s takes away the pages that may show it, and all lists", async (change, left) => {
    const cache = await filled();
    cache.purge(change);
    expect(["/", "/prompt/7", "/prompt/9"].filter((address) => cache.get(address))).toEqual(left);
  });

  test("while a page is rendered: who asked gets it, nobody else does", async () => {
    const cache = cacheAt({ now: 1 });
    const [before, after] = [pending(), pending()];
    const asked = cache.render("/", before.render);
    cache.purge(1);
    const askedLater = cache.render("/", after.render);
    before.finish(page("before"));
    expect((await asked).text.get("identity")?.toString()).toBe("before");
    expect(cache.get("/")).toBeUndefined();
    after.finish(page("after"));
    expect((await askedLater).text.get("identity")?.toString()).toBe("after");
    expect(cache.get("/")?.text.get("identity")?.toString()).toBe("after");
  });

  test("is not undone by a page that is encoded afterwards", async () => {
    const cache = cacheAt({ now: 1 });
    const home = await cache.render("/", () => Promise.resolve(page("home")));
    cache.purge("all");
    cache.grown("/", home);
    expect(cache.get("/")).toBeUndefined();
  });
});

describe("a client that has a page", () => {
  const etag = 'W/"abc"';

  test.each(['W/"abc"', '"abc"', "*", ' "x", W/"abc"', '"x","abc"', '"a,b", "abc"'])(
    "and says %s need not get it",
    (header) => {
      expect(isFresh(header, etag)).toBe(true);
    },
  );

  test.each([undefined, "", "abc", '"ab"', 'W/"abcd"', '"*"', '"x", "y"'])("but says %s gets it", (header) => {
    expect(isFresh(header, etag)).toBe(false);
  });
});
