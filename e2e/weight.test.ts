import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { LOCALES, localePath } from "../contract/locales";
import { isDeep } from "../server/platform/testing/deep";
import { createMember } from "./account";
import { member } from "./known-member";
import { CATALOGUE } from "./library";
import { queryAs } from "./own-prompts";
import { visit, type VisitOptions, waitForPaint, waitForPrefetching } from "./visit";

const PROMPT = `/prompt/${CATALOGUE[0]?.id ?? 0}`;
const KB = 1000;
/** The pages that have budgets: a visit's first page, or one of few scripts. */
const PAGES = [
  { name: "the home page", path: "/" },
  { name: "a prompt's page", path: PROMPT },
  { name: "a page of the docs", path: "/docs/privacy-policy" },
  { name: "the feedback page", path: "/feedback" },
];
/**
 * What a page may transfer, in bytes: its scripts as Brotli, which every browser takes, all of it in either encoding, and all of it together
 * with the code of the pages that its visible links lead to. The home page has the pick of the day: with the longest one, its HTML in Chinese has
 * 2 kB more than with most.
 */
const BUDGET = { scripts: 215 * KB, total: 270 * KB, html: 32 * KB, withPrefetched: 300 * KB };

/** Files below this size are not compressed. */
const UNCOMPRESSED_BELOW = 1024;

interface Answer {
  /** As transferred. */
  bytes: number;
  text(): Promise<string>;
}

/** A response as a browser with that encoding receives it. `fetch` would decompress it. */
async function load(url: string, encoding: "br" | "gzip"): Promise<Answer> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    get(url, { headers: { "accept-encoding": encoding } }, (response) => {
      const { "content-encoding": encoded = "not encoded", "content-length": length } = response.headers;
      const isSmall = encoded === "not encoded" && Number(length) < UNCOMPRESSED_BELOW;
      if (response.statusCode !== 200 || (encoded !== encoding && !isSmall)) {
        reject(new Error(`${url}: ${response.statusCode ?? 0} ${encoded}`));
      }
      buffer(response).then(resolve, reject);
    }).on("error", reject);
  });
  return { bytes: body.length, text: async () => (await fetch(url)).text() };
}

/** Pages share most of their files. */
const known = new Map<string, Promise<number>>();

function bytesOf(url: string, encoding: "br" | "gzip"): Promise<number> {
  const key = `${encoding} ${url}`;
  const bytes = known.get(key) ?? load(url, encoding).then((answer) => answer.bytes);
  known.set(key, bytes);
  return bytes;
}

/** The files that a document references: they load before the page can be used. */
async function measure(path: string, encoding: "br" | "gzip") {
  const site = inject("site");
  const document = await load(`${site}${path}`, encoding);
  const files = [...new Set((await document.text()).match(/(?<=(?:src|href)=")\/assets\/[^"]+\.(?:js|css)/g))];
  expect(files.some((file) => file.endsWith(".css"))).toBe(true);
  const weights = await Promise.all(
    files.map(async (file) => ({ file, bytes: await bytesOf(new URL(file, site).href, encoding) })),
  );
  const sum = (suffix: string) =>
    weights.filter(({ file }) => file.endsWith(suffix)).reduce((total, { bytes }) => total + bytes, 0);
  return { html: document.bytes, scripts: sum(".js"), styles: sum(".css") };
}

// A comment brings links, and what is behind them.
beforeAll(async () => {
  const username = await createMember();
  await visit("/en/feedback", member(username), async ({ page }) => {
    const query = `mutation ($body: String!) { createFeedback(body: $body) { problems { code } } }`;
    expect(await queryAs(page, query, { body: "More of this." })).toEqual({ createFeedback: { problems: [] } });
  });
});

it.each(PAGES)("$name stays within the budget, in every language", async ({ path }) => {
  const { total, scripts, html, withPrefetched } = BUDGET;
  for (const { code } of LOCALES)
    for (const encoding of ["br", "gzip"] as const) {
      const weight = await measure(localePath(code, path), encoding);
      expect(weight.html, `HTML in ${code}, ${encoding}`).toBeLessThanOrEqual(html);
      if (encoding === "br") expect(weight.scripts, `scripts in ${code}`).toBeLessThanOrEqual(scripts);
      expect(weight.html + weight.scripts + weight.styles, `${code}, ${encoding}`).toBeLessThanOrEqual(total);
    }
  // The heaviest letters.
  for (const code of isDeep ? (["zh", "en", "hi"] as const) : (["hi"] as const)) {
    const address = localePath(code, path);
    // With data saver, nothing is prefetched.
    const loaded = await loadAll(address, { connection: { saveData: true } });
    expect(loaded.scripts).toBeGreaterThan(100 * KB);
    expect(loaded.scripts, `scripts in ${code}`).toBeLessThanOrEqual(scripts);
    expect(loaded.all, `all in ${code}`).toBeLessThanOrEqual(total);
    expect((await loadAll(address)).all, `prefetched in ${code}`).toBeLessThanOrEqual(withPrefetched);
  }
});

/** Everything that a visit loads, as transferred. */
async function loadAll(address: string, options: VisitOptions = {}) {
  const loaded = { all: 0, scripts: 0 };
  const onLoaded = (bytes: number, type: string) => {
    loaded.all += bytes;
    if (type === "Script") loaded.scripts += bytes;
  };
  await visitLoaded(address, { ...options, onLoaded }, () => Promise.resolve());
  return loaded;
}

/** A visit to a page of which everything has come, with what is prefetched. */
async function visitLoaded(
  address: string,
  { onLoaded, ...options }: VisitOptions & { onLoaded?: (bytes: number, type: string) => void },
  journey: (page: Page) => Promise<void>,
): Promise<void> {
  const loading = new Set<string>();
  const prepare = async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const types = new Map<string, string>();
    // A live stream does not end.
    session.on("Network.requestWillBeSent", ({ requestId, type }) => type !== "EventSource" && loading.add(requestId));
    session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
    session.on("Network.loadingFailed", ({ requestId }) => loading.delete(requestId));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      loading.delete(requestId);
      onLoaded?.(encodedDataLength, types.get(requestId) ?? "");
    });
  };
  await visit(address, { ...options, prepare }, async ({ page }) => {
    await waitForPrefetching(page);
    await expect
      .poll(async () => {
        // The links in view are known by then, and what has come has asked for what it needs.
        await waitForPaint(page);
        return loading.size;
      })
      .toBe(0);
    await journey(page);
  });
}

it("menus, dialogs and the drawer are loaded on first use", async () => {
  await visitLoaded("/en/", { viewport: { width: 900, height: 800 } }, async (page) => {
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .flatMap(({ name }) => /assets\/([\w-]+?)-[\w-]{8}\.js/.exec(name)?.[1] ?? []),
      );
    const late = ["SiteDrawer", "OpenInMenu", "SignInDialog", "MantineScope", "language-offer"];
    expect((await scripts()).filter((name) => late.includes(name))).toEqual([]);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await scripts()).toContain("SiteDrawer");
  });
});
