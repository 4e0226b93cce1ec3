import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { isDeep, sample } from "../server/platform/testing/deep";
import { CATALOGUE } from "./library";
import { asNewMember } from "./known-member";
import { overflow } from "./overflow";
import { createPromptByApi } from "./own-prompts";
import { holdRequests, visit, type VisitOptions, waitForPaint, waitForPrefetching } from "./visit";

const PROMPT = `/prompt/${CATALOGUE[0]?.id ?? 0}`;

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** The cumulative layout shift since the page began to load, and its sources. */
function layoutShift(page: Page): Promise<{ score: number; moved: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const shift = { score: 0, moved: [] as string[] };
        const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
        const add = (entries: PerformanceEntryList) => {
          for (const { value, sources } of entries as LayoutShift[]) {
            shift.score += value;
            for (const { node, previousRect, currentRect } of sources) {
              const what = node instanceof Element ? node.outerHTML : (node?.textContent ?? "what is gone since");
              shift.moved.push(`${box(previousRect)} → ${box(currentRect)}: ${what.slice(0, 120)}`);
            }
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            resolve(shift);
          }),
        );
      }),
  );
}

/** Where there is no room for it, the logo's name wraps to a line that is not seen. */
function isInsideParent(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return box.bottom <= (element.parentElement?.getBoundingClientRect().bottom ?? 0) + 1;
}

const WIDTHS = [390, 768, 1440] as const;
const HEIGHT = 900;

/** Those that break first: the longest words, the other direction, the highest letters. */
const LOADED = [
  { locale: "de", widths: isDeep ? WIDTHS : [390, 1440] },
  { locale: "ar", widths: isDeep ? WIDTHS : [768] },
  { locale: "bn", widths: WIDTHS },
  { locale: "en", widths: WIDTHS },
] as const;

const QUERIES = ["?tag=write&tag=text&q=text", `?q=${"x".repeat(100)}`];

it.each(isDeep ? LOADED : LOADED.slice(0, 2))(
  "in $locale nothing shifts while a page loads, and nothing overflows sideways at any width",
  async ({ locale, widths }) => {
    await visit(`/${locale}/user/auth`, {}, async ({ page, open }) => {
      const expectToFit = async (what: string) => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          expect(await overflow(page), `${what} at ${width}`).toEqual({ by: 0, outermost: [] });
          const name = page.locator("header").getByText("Polyprompt", { exact: true });
          expect(await name.evaluate(isInsideParent), `${what} at ${width}`).toBe(true);
        }
      };
      for (const path of ["/", PROMPT, "/docs/privacy-policy"]) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: HEIGHT });
          await open(`/${locale}${path}`);
          const { score, moved } = await layoutShift(page);
          expect(score, `${path} at ${width}: ${moved.join("\n")}`).toBeLessThanOrEqual(0.01);
        }
        await expectToFit(path);
      }
      for (const query of isDeep || locale === "de" ? QUERIES : QUERIES.slice(1)) {
        await open(`/${locale}/${query}`);
        await expectToFit(query);
      }
    });
  },
);

it.each(isDeep ? ["ar", "en"] : ["ar"])("nothing shifts on the page of one's own prompt (%s)", async (locale) => {
  const { options } = await asNewMember();
  await visit(`/${locale}/`, options, async ({ page, open }) => {
    const content = `Say {{word}} in ${locale}.`;
    const id = await createPromptByApi(page, { title: "Own", content, shared: true, tags: ["write"] });
    for (const width of isDeep ? WIDTHS : WIDTHS.slice(0, 1)) {
      await page.setViewportSize({ width, height: HEIGHT });
      await open(`/${locale}/prompt/${id}`);
      await page.locator("main ol").waitFor();
      const { score, moved } = await layoutShift(page);
      expect(score, `${String(width)}: ${moved.join("\n")}`).toBeLessThanOrEqual(0.01);
      expect(await overflow(page), String(width)).toEqual({ by: 0, outermost: [] });
    }
  });
});

it("the member's pages have their frame before the member is known, and it stays where it is", async () => {
  const { options } = await asNewMember();
  await visit("/en/", options, async ({ page, open }) => {
    // So many that the footer stays out of view, where it moves nothing.
    for (let number = 1; number <= 8; number += 1)
      await createPromptByApi(page, { title: `Own ${number}`, content: "Say {{word}}." });
    for (const [at, view] of ["", "?view=settings"].entries()) {
      for (const width of isDeep ? WIDTHS : [WIDTHS[at * 2] ?? 0]) {
        await page.setViewportSize({ width, height: HEIGHT });
        const { release } = await holdRequests(page);
        await open(`/en/user/${view}`);
        const nav = page.getByRole("navigation", { name: "Your account" });
        await page.getByRole("main").getByRole("status", { name: "Loading" }).waitFor();
        const before = await nav.boundingBox();
        release();
        await page.getByText("Member since").waitFor();
        await page.getByRole("main").getByRole("status", { name: "Loading" }).waitFor({ state: "detached" });
        expect(await nav.boundingBox(), `${String(width)}${view}`).toEqual(before);
        const { score, moved } = await layoutShift(page);
        expect(score, `${String(width)}${view}: ${moved.join("\n")}`).toBeLessThanOrEqual(0.01);
        await page.unrouteAll();
      }
    }
  });
});

const STALLED = "stalled";
const PAINTED = "/painted";

/** Tells the proxy once the browser has painted twice what it sent before the page stalled, unless the page has it wait for more. */
function tellOncePainted([stalled, address]: readonly [string, string]): void {
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (!added.some(({ nodeType, nodeValue }) => nodeType === Node.COMMENT_NODE && nodeValue === stalled)) return;
    observer.disconnect();
    const tell = () => void fetch(address);
    const isBlocked = [...document.querySelectorAll<HTMLLinkElement>("link[rel=expect]")].some(
      (link) => matchMedia(link.media).matches && !document.querySelector(new URL(link.href).hash),
    );
    if (isBlocked) tell();
    else requestAnimationFrame(() => requestAnimationFrame(tell));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Proxies the site and stalls within a page, until the browser has painted what has arrived. @param at where it stalls */
async function withStalledPage(
  at: (html: string) => number,
  journey: (stalled: Pick<VisitOptions, "site" | "prepare">) => Promise<void>,
): Promise<void> {
  let goOn = () => {};
  const line = createServer((request, response) => {
    if (request.url === PAINTED) {
      response.writeHead(204).end();
      goOn();
      return;
    }
    const headers = { ...request.headers, "accept-encoding": "identity" };
    get(`${inject("site")}${request.url ?? ""}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (request.headers["sec-fetch-dest"] !== "document") {
        answer.pipe(response);
        return;
      }
      void text(answer).then((html) => {
        const cut = at(html);
        expect(cut).toBeGreaterThan(0);
        goOn = () => response.end(html.slice(cut));
        // Before the tag or the text that is cut in two.
        const mark = html.lastIndexOf("<", cut - 1);
        response.write(`${html.slice(0, mark)}<!--${STALLED}-->${html.slice(mark, cut)}`);
      });
    });
  });
  await once(line.listen(0, "127.0.0.1"), "listening");
  try {
    await journey({
      site: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
      prepare: (page) => page.addInitScript(tellOncePainted, [STALLED, PAINTED] as const),
    });
  } finally {
    line.close();
    line.closeAllConnections();
  }
}

// Cards of a row are equally high: each one that arrives may push down the foot of the previous one.
it("nothing shifts when a page stalls on the way through a card", async () => {
  for (const share of sample([0.1, 0.2, 0.3, 0.4, 0.6], 2)) {
    const withinSecondCard = (html: string) => {
      const [, from = 0, to = 0] = [...html.matchAll(/<article/g)].map(({ index }) => index);
      return from + Math.round((to - from) * share);
    };
    await withStalledPage(withinSecondCard, (stalled) =>
      visit("/en/", { ...stalled, viewport: { width: 768, height: HEIGHT } }, async ({ page }) => {
        const { score, moved } = await layoutShift(page);
        expect(score, `${share}: ${moved.join("\n")}`).toBe(0);
      }),
    );
  }
});

it("the row of tags does not move when the page stalls before a part of it is complete", async () => {
  const parts: Record<string, (html: string) => number> = {
    "its tags": (html) => html.indexOf("<ul", html.indexOf('aria-haspopup="dialog"', html.indexOf("Nach Tag filtern"))),
    "its button": (html) => html.indexOf("</ul>", html.indexOf('aria-describedby="tag-')),
    "the list's heading": (html) => html.indexOf("<span", html.indexOf("</h2>", html.indexOf('id="prompts"'))),
    "a tag's mark": (html) => html.indexOf("</", html.search(/(?<=aria-describedby="tag-[^>]*><span )/)),
  };
  for (const [part, at] of Object.entries(parts).slice(0, isDeep ? 4 : 3))
    await withStalledPage(at, (stalled) =>
      visit("/de/", { ...stalled, viewport: { width: 390, height: 3000 } }, async ({ page }) => {
        const { moved } = await layoutShift(page);
        expect(await page.getByRole("navigation", { name: "Nach Tag filtern" }).getByRole("listitem").count()).toBe(8);
        expect(moved, `${part}: ${moved.join("\n")}`).toEqual([]);
      }),
    );
});

it("a blank whose words have not arrived takes no place", async () => {
  let cutBlank = "";
  const beforeWords = (html: string) => {
    const [blank] = [...html.matchAll(/<a [^>]*role="button"[^>]*data-state="empty"[^>]*>/g)].slice(2);
    cutBlank = blank?.[0] ?? "";
    return blank ? blank.index + cutBlank.length : 0;
  };
  await withStalledPage(beforeWords, (stalled) =>
    visit("/de/", { ...stalled, viewport: { width: 390, height: 3000 } }, async ({ page }) => {
      const { moved } = await layoutShift(page);
      expect(cutBlank).toContain("data-in-place");
      expect(moved, moved.join("\n")).toEqual([]);
    }),
  );
});

const WINDOWS = [
  [390, 3000],
  [768, 3000],
  [1440, 2000],
] as const;

// All of them are in view: what is out of sight would not count. The link to more of them is not, or its answer would push it away.
it("the pick of the day, the shelf and the first cards do not shift at all", async () => {
  await visit("/de/user/auth", { viewport: { width: 390, height: 3000 } }, async ({ page, open }) => {
    for (const [width, height] of sample(WINDOWS, 2)) {
      await page.setViewportSize({ width, height });
      await open("/de/");
      await waitForPrefetching(page);
      await page.evaluate(() => document.fonts.ready.then(() => null));
      await waitForPaint(page);
      expect(await page.locator("main article").count()).toBeGreaterThan(1);
      const { moved } = await layoutShift(page);
      expect(moved, `${width}: ${moved.join("\n")}`).toEqual([]);
    }
  });
});

it("a layout shift from a late element is detected", async () => {
  await visit("/en/user/auth", {}, async ({ page }) => {
    await page.evaluate(() => {
      const late = document.createElement("div");
      late.style.height = "300px";
      document.querySelector("main")?.prepend(late);
    });
    expect((await layoutShift(page)).score).toBeGreaterThan(0.01);
  });
});
