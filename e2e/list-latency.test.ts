import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { canonicalSearch } from "../contract/pages";
import { isDeep } from "../server/platform/testing/deep";
import { tagLabel } from "./library";
import { listedNumbers, pill, searchField, waitForQuery } from "./lists";
import { holdRequests, stopClock, visit } from "./visit";

/** Lists load when they are asked for, not while they are pointed at. */
const ON_DEMAND = { connection: { saveData: true } };
const LIST = "section[aria-labelledby=prompts]";
const PILLS = "nav a[aria-describedby]";

/** What the page says that the reader has asked for, and what it shows. */
async function view(page: Page) {
  await page.locator(`${LIST}:not([aria-busy])`).waitFor();
  return {
    address: new URL(page.url()).search,
    words: await searchField(page).inputValue(),
    pressed: await page.locator(`${LIST} ${PILLS}[aria-current]`).allInnerTexts(),
    controls: await page.locator(`${LIST} [role=group] [aria-current]`).allInnerTexts(),
    numbers: await listedNumbers(page),
  };
}

describe("while the API is late", () => {
  it("two tags tapped at once both count; pills and controls show as pressed before it answers", async () => {
    await visit("/en/", ON_DEMAND, async ({ page }) => {
      const { release } = await holdRequests(page);
      const tags = await page.locator(PILLS).evaluateAll((pills) => {
        const tapped = pills.slice(0, 2) as HTMLAnchorElement[];
        const named = tapped.map(({ href }) => new URL(href).searchParams.get("tag") ?? "");
        for (const pill of tapped) pill.click();
        return named;
      });
      expect(await page.locator(`${PILLS}[aria-current]`).count()).toBe(2);
      await page.getByRole("link", { name: "Match all" }).click();
      expect(await page.getByRole("link", { name: "Match all" }).getAttribute("aria-current")).toBe("true");
      expect(await page.getByRole("link", { name: "Clear filters (2)" }).isVisible()).toBe(true);
      expect(new URL(page.url()).search).toBe("");
      expect(await page.locator(LIST).getAttribute("aria-busy")).toBe("true");
      // The search field, which is in view, says so too. In the heading the number gives way.
      const opacity = (selector: string) =>
        expect.poll(() => page.locator(selector).evaluate((it) => getComputedStyle(it).opacity));
      await opacity("form[role=search] > span > span").toBe("1");
      await opacity("form[role=search] > span > svg").toBe("0");
      await opacity(`${LIST} [role=status] > span[aria-hidden]:first-child`).toBe("0");
      release();
      await waitForQuery(page, { tag: tags.sort(), match: "all" });
    });
  });

  it("search words and tags are both kept, in either order, and Back returns to the page before them", async () => {
    await visit("/en/", ON_DEMAND, async ({ page }) => {
      // Held, not only late: an answer that came between two of these would rightly be a page to go back to.
      const words = await holdRequests(page);
      await searchField(page).fill("text");
      await pill(page, "code").click();
      words.release();
      await waitForQuery(page, { q: "text", tag: "code" });
      await page.goBack();
      await waitForQuery(page, {});
      expect(await searchField(page).inputValue()).toBe("");

      await page.unrouteAll({ behavior: "wait" });
      const { release } = await holdRequests(page);
      await pill(page, "code").click();
      await searchField(page).fill("t");
      await page.waitForFunction(() => document.querySelector("a[href*='q=t']") !== null);
      await searchField(page).fill("text");
      await page.waitForFunction(() => document.querySelector("a[href*='q=text']") !== null);
      release();
      await waitForQuery(page, { q: "text", tag: "code" });
      await page.goBack();
      await waitForQuery(page, {});
    });
  });
});

/** Mulberry32: the same journey for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const WORDS = ["text", "write a", "review", "plan", "question", "zzqxjw"];

/** The state that the actions so far should lead to. */
class IntendedState {
  words = "";
  readonly tags = new Set<string>();
  match = "any";
  sort = "";
  order = "desc";

  get search(): string {
    const parameters = [["q", this.words], ...[...this.tags].map((tag) => ["tag", tag])];
    parameters.push(["match", this.match], ["sort", this.sort], ["order", this.order]);
    return canonicalSearch("/", new URLSearchParams(parameters).toString());
  }
}

it.each(isDeep ? [1, 2, 3] : [1])(
  "random actions and answers in random order end in the intended state (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    // Of its own: when a request is sent is not the same each time.
    const randomAnswer = createRandom(-seed);
    const intended = new IntendedState();
    // In the page, so that a tap takes no time.
    const tap = (page: Page, selector: string, at = 0) =>
      page.locator(selector).evaluateAll((all, index) => (all[index] as HTMLElement).click(), at);
    await visit("/en/", seed % 2 === 0 ? {} : ON_DEMAND, async ({ page }) => {
      const slugs = await page
        .locator(PILLS)
        .evaluateAll((all) =>
          all.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("tag") ?? ""),
        );
      const actions: (() => Promise<void>)[] = [
        async () => {
          const at = random(7); // The tags of the row, which stay where they are.
          const slug = slugs[at] ?? "";
          if (!intended.tags.delete(slug)) intended.tags.add(slug);
          if (intended.tags.size < 2) intended.match = "any";
          await tap(page, PILLS, at);
        },
        async () => {
          intended.words = WORDS[random(WORDS.length)] ?? "";
          await searchField(page).fill(intended.words);
        },
        async () => {
          if (intended.tags.size < 2) return;
          intended.match = random(2) === 0 ? "any" : "all";
          await tap(page, `${LIST} [role=group][aria-label^=How] a`, intended.match === "any" ? 0 : 1);
        },
        async () => {
          intended.sort = "release";
          await tap(page, `${LIST} [role=group][aria-label^=Sort] a:last-child`);
        },
        async () => {
          intended.order = intended.order === "asc" ? "desc" : "asc";
          await tap(page, `${LIST} a[aria-label*='Change to:']`);
        },
        async () => {
          if (random(3) > 0 || intended.tags.size === 0) return;
          intended.words = "";
          intended.tags.clear();
          intended.match = "any";
          await page
            .locator(LIST)
            .getByRole("link", { name: /^Clear filters/ })
            .click();
        },
      ];
      // The requests that wait for their answers.
      const held: (() => void)[] = [];
      let isHolding = true;
      const answerOne = () => held.splice(randomAnswer(held.length), 1)[0]?.();
      await page.route("**/graphql", async (route) => {
        if (isHolding) await new Promise<void>((answer) => held.push(answer));
        await route.continue();
      });
      await stopClock(page);
      for (let step = 0; step < 30; step += 1) {
        // Tags and words are what people change most.
        await actions[Math.max(0, random(actions.length + 4) - 4)]?.();
        await page.clock.runFor(random(3) === 0 ? random(500) : random(60));
        for (let answers = randomAnswer(3); answers > 0; answers -= 1) answerOne();
      }
      await page.clock.resume();
      isHolding = false;
      while (held.length > 0) answerOne();
      await expect.poll(() => new URL(page.url()).search).toBe(intended.search);
      // As others see that address, whose clocks go. The page has the address a moment before it has the list.
      const { pathname, search } = new URL(page.url());
      await visit(pathname + search, {}, async ({ page: fresh }) => {
        const reached = await view(fresh);
        await expect.poll(() => view(page)).toEqual(reached);
        expect(reached.words).toBe(intended.words);
        const labels = reached.pressed.map((text) => text.replace(/\s*\d+$/, "")).sort();
        expect(labels).toEqual([...intended.tags].map((slug) => tagLabel("en", slug)).sort());
      });
    });
  },
);
