import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { createMember } from "./account";
import { member } from "./known-member";
import { queryAs } from "./own-prompts";
import { scrollTo, visit, waitForPaint, waitUntilStill, waitUntilUsable } from "./visit";
import { translate } from "./words";

const FAVORITES = "/en/user/favorite";
const [A, B, C] = ["1", "2", "3"] as const;

const heartOf = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: `Add “${title}” to favourites` })
    .first();
const pressed = (page: Page, title: string) => heartOf(page, title).getAttribute("aria-pressed");
const titles = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();

async function stored(page: Page): Promise<string[]> {
  const { viewer } = await queryAs<{ viewer: { favorites: { nodes: { prompt: { id: string } }[] } } }>(
    page,
    "{ viewer { favorites(first: 100) { nodes { prompt { id } } } } }",
    {},
  );
  return viewer.favorites.nodes.map(({ prompt }) => prompt.id);
}

/** Adds favourites through the API: the last one is at the top. */
async function keep(page: Page, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    await queryAs(page, "mutation ($id: ID!) { addFavorite(promptId: $id) { problems { code } } }", { id });
  }
}

/** The prompts of the library's cards on the page. */
async function cardTitles(page: Page): Promise<string[]> {
  const names = await page
    .locator("#all article")
    .getByRole("button", { name: /to favourites$/ })
    .all();
  return Promise.all(
    names.map(async (name) => /“(.*)”/.exec((await name.getAttribute("aria-label")) ?? "")?.[1] ?? ""),
  );
}

const announced = (page: Page) =>
  page.locator("[aria-live]").evaluateAll((regions) => regions.map(({ textContent }) => textContent).join(" "));

/** Keeps the first three prompts. @returns their titles as shown on the page */
async function openList(page: Page): Promise<string[]> {
  await keep(page, C, B, A);
  await page.reload();
  await waitUntilUsable(page);
  await expect.poll(async () => (await titles(page)).length).toBe(3);
  return titles(page);
}

it("a heart is kept from card, pick and page, the same everywhere, and in no document", async () => {
  await visit("/en/", member(await createMember()), async ({ page, context, open }) => {
    const pick = page
      .locator("article", { has: page.locator("#pick") })
      .getByRole("button", { name: /to favourites$/ });
    // The pick of the day may be the first of the cards.
    const label = (await pick.getAttribute("aria-label")) ?? "";
    const title = (await cardTitles(page)).find((each) => !label.includes(`“${each}”`)) ?? "";
    expect(await pressed(page, title)).toBe("false");
    await pick.click();
    await heartOf(page, title).click();
    expect(await pressed(page, title)).toBe("true");
    await expect.poll(() => stored(page)).toHaveLength(2);
    const html = await (await context.request.get(`${inject("site")}/en/`)).text();
    expect(html).toContain('aria-pressed="false"');
    expect(html).not.toMatch(/to favourites[^>]*aria-pressed="true"|aria-pressed="true"[^>]*to favourites/);
    await page.getByRole("main").getByRole("link", { name: title, exact: true }).first().click();
    await page.locator("h1", { hasText: title }).waitFor();
    await expect.poll(() => pressed(page, title)).toBe("true");
    // Scrolling down hides the header, and what is beside the text moves up.
    await scrollTo(heartOf(page, title));
    await waitUntilStill(heartOf(page, title));
    await heartOf(page, title).click();
    expect(await pressed(page, title)).toBe("false");
    await expect.poll(() => stored(page)).toHaveLength(1);
    await open("/en/");
    await expect.poll(() => pick.getAttribute("aria-pressed")).toBe("true");
    expect(await pressed(page, title)).toBe("false");
  });
});

describe("the page of favourites", () => {
  it("is sorted by keyboard in Arabic, from right to left, with announcements; Escape leaves all as it was; and by pointer", async () => {
    await visit("/ar/user/favorite", member(await createMember()), async ({ page, context }) => {
      const [one = "", two = "", three = ""] = await openList(page);
      const words = (message: string, position: number) => translate("ar", message, { title: one, position, all: 3 });
      const lifted = words("“{title}” is lifted, at position {position} of {all}.", 1);
      const over = words("“{title}” is over position {position} of {all}.", 2);
      const grip = page.getByRole("button", { name: translate("ar", "Move “{title}”", { title: one }) });
      const [list, place] = [await page.getByRole("main").boundingBox(), await grip.boundingBox()];
      if (!list || !place) throw new Error("The row is not shown.");
      expect(place.x).toBeGreaterThan(list.x + list.width / 2);
      // Its keys count from the moment on at which all rows are measured, which shows nowhere.
      const moveDown = () =>
        expect
          .poll(
            async () => {
              if (!(await announced(page)).includes(over)) {
                await page.keyboard.press("ArrowDown");
                await waitForPaint(page);
              }
              return announced(page);
            },
            { interval: 1000 },
          )
          .toContain(over);
      await grip.focus();
      await page.keyboard.press("Space");
      await expect.poll(() => announced(page)).toContain(lifted);
      await moveDown();
      await page.keyboard.press("Escape");
      await expect.poll(() => announced(page)).toContain(words("“{title}” is back where it was.", 1));
      expect(await titles(page)).toEqual([one, two, three]);
      await page.keyboard.press("Space");
      await expect.poll(() => announced(page)).toContain(lifted);
      await moveDown();
      await page.keyboard.press("Space");
      await expect.poll(() => announced(page)).toContain(words("“{title}” is at position {position} of {all} now.", 2));
      await expect.poll(() => titles(page)).toEqual([two, one, three]);
      await expect.poll(() => stored(page)).toEqual([B, A, C]);
      await dragDown(page, context, two, one, "ar");
      await expect.poll(() => titles(page)).toEqual([one, two, three]);
      await expect.poll(() => stored(page)).toEqual([A, B, C]);
    });
  });

  it.each([800, 900])("is sorted by keyboard from end to end in a window %i pixels high", async (height) => {
    const ids = ["1", "2", "3", "4", "5", "6", "7", "8"];
    await visit(FAVORITES, member(await createMember(), { viewport: { width: 1280, height } }), async ({ page }) => {
      await keep(page, ...ids.toReversed());
      await page.reload();
      await waitUntilUsable(page);
      await expect.poll(async () => (await titles(page)).length).toBe(ids.length);
      const [title = ""] = await titles(page);
      const says = (words: string) => expect.poll(() => announced(page)).toContain(`“${title}” ${words}`);
      const grip = page.getByRole("button", { name: `Move “${title}”` });
      const move = async (key: string, positions: number[]) => {
        await grip.focus();
        await page.keyboard.press("Space");
        await says("is lifted");
        await waitForPaint(page);
        await waitForPaint(page);
        for (const position of positions) {
          await page.keyboard.press(key);
          await says(`is over position ${position} of 8.`);
          await waitForPaint(page);
        }
        await page.keyboard.press("Space");
        await says(`is at position ${positions.at(-1)} of 8 now.`);
      };
      await move("ArrowDown", [2, 3, 4, 5, 6, 7, 8]);
      await expect.poll(() => stored(page)).toEqual([...ids.slice(1), "1"]);
      await move("ArrowUp", [7, 6, 5, 4, 3, 2, 1]);
      await expect.poll(() => stored(page)).toEqual(ids);
    });
  });

  it("is sorted by touch in a window of 320 pixels", async () => {
    const phone = { viewport: { width: 320, height: 800 }, hasTouch: true, isMobile: true };
    await visit(FAVORITES, member(await createMember(), phone), async ({ page, context }) => {
      const [one = "", two = "", three = ""] = await openList(page);
      await dragDown(page, context, one, two, "en");
      await expect.poll(() => titles(page)).toEqual([two, one, three]);
      await expect.poll(() => stored(page)).toEqual([B, A, C]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    });
  });
});

/** Drags the first row below the next one: by touch in English, by pointer in Arabic. */
async function dragDown(page: Page, context: BrowserContext, one: string, next: string, locale: "en" | "ar") {
  const handle = (title: string) => page.getByRole("button", { name: translate(locale, "Move “{title}”", { title }) });
  const isOver = () =>
    expect
      .poll(() => announced(page))
      .toContain(
        translate(locale, "“{title}” is over position {position} of {all}.", { title: one, position: 2, all: 3 }),
      );
  // Near the edges of the window the page scrolls while something is dragged, on under a finger that rests.
  const top = (await handle(one).boundingBox())?.y ?? 0;
  await page.evaluate((by) => scrollBy({ top: by, behavior: "instant" }), top - 200);
  const from = await handle(one).boundingBox();
  const to = await handle(next).boundingBox();
  if (!from || !to) throw new Error("The handles are not shown.");
  const x = from.x + from.width / 2;
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2 + 30];
  const steps = Array.from({ length: 8 }, (_, index) => start + ((end - start) * (index + 1)) / 8);
  if (locale === "ar") {
    await page.mouse.move(x, start);
    await page.mouse.down();
    for (const y of steps) await page.mouse.move(x, y);
    await isOver();
    await page.mouse.up();
    return;
  }
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch("touchStart", start);
  for (const y of steps) await touch("touchMove", y);
  await isOver();
  await touch("touchEnd");
}
