import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import {
  createMember,
  endSessionsOf,
  expectMember,
  fillRegistration,
  IGNORE_TOKEN_REFRESH,
  linkFromMail,
  emailOf,
  logIn,
  logOut,
  SUBJECTS,
  uniqueUsername,
} from "./account";
import { member } from "./known-member";
import { promptText } from "./library";
import { createPromptByApi, queryAs, updatePromptByApi } from "./own-prompts";
import { holdRequests, visit, waitUntilAnswered, waitUntilUsable } from "./visit";
import { translate } from "./words";

const IGNORE_FAILURES = {
  expectedComplaints: [...(IGNORE_TOKEN_REFRESH.expectedComplaints ?? []), /ERR_ABORTED/, /ERR_INTERNET_DISCONNECTED/],
};
const FAVORITES = "/en/user/favorite";

const cardHearts = (page: Page) => page.getByRole("article").getByRole("button", { name: /to favourites$/ });
const heartOf = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: `Add “${title}” to favourites` })
    .first();
const pressed = (page: Page, title: string) => heartOf(page, title).getAttribute("aria-pressed");
const titles = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();
const handle = (page: Page, title: string) => page.getByRole("button", { name: `Move “${title}”` });

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

/** As coming back to the tab does. */
const returnTo = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

const announced = (page: Page) =>
  page.locator("[aria-live]").evaluateAll((regions) => regions.map(({ textContent }) => textContent).join(" "));

describe("the heart", () => {
  it("of a member is kept from card, pick and page, and the same everywhere", async () => {
    await visit("/en/", member(await createMember()), async ({ page, open }) => {
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
      await page.getByRole("main").getByRole("link", { name: title, exact: true }).first().click();
      await page.locator("h1", { hasText: title }).waitFor();
      await expect.poll(() => pressed(page, title)).toBe("true");
      await heartOf(page, title).click();
      await expect.poll(() => stored(page)).toHaveLength(1);
      await open("/en/");
      await expect.poll(() => pick.getAttribute("aria-pressed")).toBe("true");
      expect(await pressed(page, title)).toBe("false");
    });
  });

  it("is unpressed in every document, also in that of a member", async () => {
    await visit("/en/", member(await createMember()), async ({ page, context }) => {
      const [title = ""] = await cardTitles(page);
      await heartOf(page, title).click();
      await expect.poll(() => stored(page)).toHaveLength(1);
      const html = await (await context.request.get(`${inject("site")}/en/`)).text();
      expect(html).toContain('aria-pressed="false"');
      expect(html).not.toMatch(/to favourites[^>]*aria-pressed="true"|aria-pressed="true"[^>]*to favourites/);
    });
  });

  it("tapped twice while the server is slow ends as the last tap says", async () => {
    await visit("/en/", member(await createMember(), IGNORE_FAILURES), async ({ page }) => {
      const [first = "", second = "", third = ""] = await cardTitles(page);
      // What carries them out is there: until then taps are merged.
      for (const times of [1, 0]) {
        await heartOf(page, third).click();
        await expect.poll(() => stored(page)).toHaveLength(times);
      }
      const { asked, release } = await holdRequests(page, "AddFavorite", "RemoveFavorite");
      await heartOf(page, first).click();
      await heartOf(page, first).click();
      await heartOf(page, second).click();
      await heartOf(page, second).click();
      await heartOf(page, second).click();
      expect([await pressed(page, first), await pressed(page, second)]).toEqual(["false", "true"]);
      release();
      await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3);
      await waitUntilAnswered(page);
      expect(await stored(page)).toHaveLength(1);
      expect([await pressed(page, first), await pressed(page, second)]).toEqual(["false", "true"]);
    });
  });

  it("goes back and says why, without a connection", async () => {
    await visit("/en/", member(await createMember(), IGNORE_FAILURES), async ({ page, context }) => {
      const [title = ""] = await cardTitles(page);
      // What carries it out is there.
      await heartOf(page, title).click();
      await expect.poll(() => stored(page)).toHaveLength(1);
      await context.setOffline(true);
      await heartOf(page, title).click();
      await page
        .getByText("The prompt is still among your favourites. Check your connection and try again.")
        .first()
        .waitFor();
      expect(await pressed(page, title)).toBe("true");
      await context.setOffline(false);
    });
  });

  it("asks for the password where the session has ended elsewhere, and is carried out for the same member", async () => {
    const username = await createMember();
    await visit("/en/", member(username, IGNORE_FAILURES), async ({ page }) => {
      await expectMember(page, username);
      const [title = ""] = await cardTitles(page);
      await endSessionsOf(username, page);
      await heartOf(page, title).click();
      await page.getByRole("dialog").waitFor();
      await logIn(page, username);
      await expect.poll(() => pressed(page, title)).toBe("true");
      await expect.poll(() => stored(page)).toHaveLength(1);
    });
  });

  it("is not carried out for another member who signs in instead, nor shown to them", async () => {
    const [username, other] = [await createMember(), await createMember()];
    await visit("/en/", member(username, IGNORE_FAILURES), async ({ page }) => {
      await expectMember(page, username);
      const [kept = "", wanted = ""] = await cardTitles(page);
      await heartOf(page, kept).click();
      await expect.poll(() => stored(page)).toHaveLength(1);
      await endSessionsOf(username, page);
      await heartOf(page, wanted).click();
      await page.getByRole("dialog").waitFor();
      await logIn(page, other);
      await page.getByText("You are logged in to another account now.").first().waitFor();
      await expectMember(page, other);
      expect([await pressed(page, kept), await pressed(page, wanted)]).toEqual(["false", "false"]);
      expect(await stored(page)).toEqual([]);
    });
  });

  it("pressed on one device shows on the other once its reader comes back", async () => {
    const username = await createMember();
    await visit("/en/", member(username), async ({ page }) => {
      const [title = ""] = await cardTitles(page);
      await visit("/en/", member(username), async ({ page: other }) => {
        await heartOf(other, title).click();
        await expect.poll(() => stored(other)).toHaveLength(1);
      });
      await returnTo(page);
      await expect.poll(() => pressed(page, title)).toBe("true");
    });
  });
});

describe("a visitor's heart", () => {
  it("is kept after logging in, once", async () => {
    const username = await createMember();
    await visit("/en/", IGNORE_FAILURES, async ({ page }) => {
      const [title = ""] = await cardTitles(page);
      await heartOf(page, title).click();
      await page.getByRole("dialog").waitFor();
      expect(await pressed(page, title)).toBe("false");
      await logIn(page, username);
      await expect.poll(() => pressed(page, title)).toBe("true");
      await expect.poll(() => stored(page)).toHaveLength(1);
      await heartOf(page, title).click();
      await expect.poll(() => stored(page)).toHaveLength(0);
      await page.reload();
      await waitUntilUsable(page);
      await expectMember(page, username);
      expect(await stored(page)).toEqual([]);
      expect(await page.evaluate(() => localStorage.getItem("polyprompt.wish"))).toBeNull();
    });
  });

  it("is kept after registering", async () => {
    await visit("/en/", {}, async ({ page }) => {
      const [title = ""] = await cardTitles(page);
      await heartOf(page, title).click();
      await page.getByRole("dialog").getByRole("link", { name: "Create an account" }).click();
      await fillRegistration(page, uniqueUsername());
      await page.getByRole("button", { name: "Create an account" }).click();
      await expect.poll(() => pressed(page, title)).toBe("true");
      await expect.poll(() => stored(page)).toHaveLength(1);
    });
  });

  it("is kept after logging in by a mailed link, which opens another tab", async () => {
    const username = await createMember();
    await visit("/en/", {}, async ({ page, context }) => {
      const [title = ""] = await cardTitles(page);
      await heartOf(page, title).click();
      await page.getByRole("dialog").getByRole("link", { name: "Link by email" }).click();
      await page.getByLabel("Username or email").fill(username);
      await page.getByRole("button", { name: "Send me a login link" }).click();
      const tab = await context.newPage();
      await tab.goto(inject("site") + (await linkFromMail(emailOf(username), SUBJECTS.link)));
      await waitUntilUsable(tab);
      await tab
        .getByRole("main")
        .getByRole("button", { name: /Log in/ })
        .click();
      await expect.poll(() => pressed(tab, title)).toBe("true");
      await expect.poll(() => stored(tab)).toHaveLength(1);
    });
  });

  it("is dropped with the dialog", async () => {
    const username = await createMember();
    await visit("/en/", {}, async ({ page }) => {
      const [title = ""] = await cardTitles(page);
      await heartOf(page, title).click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("banner").getByRole("link", { name: "Log in" }).click();
      await logIn(page, username);
      await expectMember(page, username);
      expect(await pressed(page, title)).toBe("false");
      expect(await stored(page)).toEqual([]);
    });
  });
});

it("after logging out no heart is pressed", async () => {
  const username = await createMember();
  await visit("/en/", member(username, IGNORE_FAILURES), async ({ page }) => {
    await expectMember(page, username);
    const [title = ""] = await cardTitles(page);
    await heartOf(page, title).click();
    await expect.poll(() => stored(page)).toHaveLength(1);
    await logOut(page);
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    expect(await cardHearts(page).and(page.locator("[aria-pressed=true]")).count()).toBe(0);
  });
});

describe("the page of favourites", () => {
  const [A, B, C] = ["1", "2", "3"] as const;

  async function openList(page: Page): Promise<string[]> {
    await waitUntilUsable(page);
    await keep(page, C, B, A);
    await page.reload();
    await waitUntilUsable(page);
    await expect.poll(async () => (await titles(page)).length).toBe(3);
    return titles(page);
  }

  it("asks visitors to log in, and tells a member without favourites what to do", async () => {
    await visit(FAVORITES, {}, async ({ page }) => {
      await page.getByText("Log in to see your favourites.").waitFor();
    });
    await visit(FAVORITES, member(await createMember()), async ({ page }) => {
      await page.getByRole("heading", { name: "No favourites yet" }).waitFor();
      await page.getByRole("link", { name: "Look through the library" }).click();
      await page.waitForURL("**/en/");
    });
  });

  it("is sorted by keyboard, with announcements, and Escape leaves all as it was", async () => {
    await visit(FAVORITES, member(await createMember()), async ({ page }) => {
      const [one = "", two = "", three = ""] = await openList(page);
      // Its keys count from the moment on at which all rows are measured, which shows nowhere.
      const moveDown = () =>
        expect.poll(
          async () => {
            if (!(await announced(page)).includes("is over")) await page.keyboard.press("ArrowDown");
            return announced(page);
          },
          { interval: 1000 },
        );
      await handle(page, one).focus();
      await page.keyboard.press("Space");
      await expect.poll(() => announced(page)).toContain(`“${one}” is lifted, at position 1 of 3.`);
      await moveDown().toContain(`“${one}” is over position 2 of 3.`);
      await page.keyboard.press("Escape");
      await expect.poll(() => announced(page)).toContain(`“${one}” is back where it was.`);
      expect(await titles(page)).toEqual([one, two, three]);
      await page.keyboard.press("Space");
      await expect.poll(() => announced(page)).toContain("is lifted");
      await moveDown().toContain("is over position 2 of 3.");
      await page.keyboard.press("Space");
      await expect.poll(() => announced(page)).toContain(`“${one}” is at position 2 of 3 now.`);
      await expect.poll(() => titles(page)).toEqual([two, one, three]);
      await expect.poll(() => stored(page)).toEqual([B, A, C]);
    });
  });

  it("is sorted by keyboard and from the menu in Arabic, from right to left", async () => {
    await visit("/ar/user/favorite", member(await createMember()), async ({ page }) => {
      const [one = "", two = "", three = ""] = await openList(page);
      const row = page.getByRole("article").filter({ hasText: one });
      const grip = row.getByRole("button", { name: translate("ar", "Move “{title}”", { title: one }) });
      const [list, place] = [await page.getByRole("main").boundingBox(), await grip.boundingBox()];
      if (!list || !place) throw new Error("The row is not shown.");
      expect(place.x).toBeGreaterThan(list.x + list.width / 2);
      const values = { title: one, position: 2, all: 3 };
      const over = translate("ar", "“{title}” is over position {position} of {all}.", values);
      await grip.focus();
      await page.keyboard.press("Space");
      await expect.poll(() => announced(page)).toContain(one);
      await expect
        .poll(
          async () => {
            if (!(await announced(page)).includes(over)) await page.keyboard.press("ArrowDown");
            return announced(page);
          },
          { interval: 250 },
        )
        .toContain(over);
      await page.keyboard.press("Space");
      await expect.poll(() => titles(page)).toEqual([two, one, three]);
      await expect.poll(() => stored(page)).toEqual([B, A, C]);
      await row.locator("summary").press("Enter");
      await row.getByRole("button", { name: translate("ar", "Move up") }).press("Enter");
      await expect.poll(() => titles(page)).toEqual([one, two, three]);
      await expect.poll(() => stored(page)).toEqual([A, B, C]);
    });
  });

  it.each([
    ["pointer", {}],
    ["touch", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
    ["touch in a window of 320 pixels", { viewport: { width: 320, height: 800 }, hasTouch: true, isMobile: true }],
  ])("is sorted by %s", async (_how, options) => {
    await visit(FAVORITES, member(await createMember(), options), async ({ page, context }) => {
      const [one = "", two = "", three = ""] = await openList(page);
      // Near the edges of the window the page scrolls while something is dragged, on under a finger that rests.
      const y = (await handle(page, one).boundingBox())?.y ?? 0;
      await page.evaluate((by) => scrollBy({ top: by, behavior: "instant" }), y - 200);
      const from = await handle(page, one).boundingBox();
      const to = await handle(page, two).boundingBox();
      if (!from || !to) throw new Error("The handles are not shown.");
      const x = from.x + from.width / 2;
      const [start, end] = [from.y + from.height / 2, to.y + to.height / 2 + 30];
      await drag(page, context, x, start, end, "hasTouch" in options);
      await expect.poll(() => titles(page)).toEqual([two, one, three]);
      await expect.poll(() => stored(page)).toEqual([B, A, C]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    });
  });

  it("is sorted from the menu of a row; a refusal puts the order back and says so", async () => {
    await visit(FAVORITES, member(await createMember(), IGNORE_FAILURES), async ({ page }) => {
      const [one = "", two = "", three = ""] = await openList(page);
      const choose = async (title: string, item: string) => {
        await page.locator(`summary[aria-label="More for “${title}”"]`).click();
        await page.getByRole("button", { name: item }).click();
      };
      await choose(three, "Move to the top");
      await choose(one, "Move down");
      expect(await titles(page)).toEqual([three, two, one]);
      await expect.poll(() => stored(page)).toEqual([C, B, A]);
      let refuse: () => void = () => {};
      const held = new Promise<void>((resolve) => (refuse = resolve));
      await page.route("**/graphql", async (route) => {
        if (!route.request().postData()?.includes('"MoveFavorite"')) return route.continue();
        await held;
        return route.abort("internetdisconnected");
      });
      await choose(three, "Move to the bottom");
      await expect.poll(() => titles(page)).toEqual([two, one, three]);
      refuse();
      await page.getByText("The favourite could not be moved. Check your connection and try again.").first().waitFor();
      await expect.poll(() => titles(page)).toEqual([three, two, one]);
    });
  });

  it("loses what is removed at once, and Undo brings it back to its place", async () => {
    await visit(FAVORITES, member(await createMember()), async ({ page }) => {
      const [one = "", two = "", three = ""] = await openList(page);
      await heartOf(page, two).click();
      await expect.poll(() => titles(page)).toEqual([one, three]);
      await expect.poll(() => stored(page)).toEqual([A, C]);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => titles(page)).toEqual([one, two, three]);
      await expect.poll(() => stored(page)).toEqual([A, B, C]);
    });
  });

  it("counts what is not shared at present, and shows it again when it is", async () => {
    await visit("/en/user/", member(await createMember()), async ({ page: author }) => {
      const number = await createPromptByApi(author, { title: "Shared for now", content: "Words", shared: true });
      await visit(FAVORITES, member(await createMember()), async ({ page }) => {
        await page.getByRole("heading", { name: "No favourites yet" }).waitFor();
        await keep(page, number);
        await returnTo(page);
        await heartOf(page, "Shared for now").waitFor();
        await updatePromptByApi(author, number, { shared: false });
        await returnTo(page);
        await page.getByText("1 of your favourites is not shared at present.").waitFor();
        expect(await heartOf(page, "Shared for now").count()).toBe(0);
        await updatePromptByApi(author, number, { shared: true });
        await returnTo(page);
        await heartOf(page, "Shared for now").waitFor();
        expect(await page.getByText("not shared at present").count()).toBe(0);
      });
    });
  });
});

it("more favourites than a page has are loaded on demand, in their order", async () => {
  await visit("/en/", member(await createMember()), async ({ page, open }) => {
    const ids = Array.from({ length: 30 }, (_, index) => String(30 - index));
    await keep(page, ...ids);
    await open(FAVORITES);
    await page
      .getByRole("link", { name: "Load more" })
      .or(page.getByRole("button", { name: "Load more" }))
      .click();
    await expect.poll(async () => (await titles(page)).length).toBe(30);
    expect(await titles(page)).toEqual(ids.toReversed().map((id) => promptText("en", Number(id)).title));
  });
});

it("a member's first favourites are on the home page, a visitor sees the editors' picks", async () => {
  await visit("/en/", member(await createMember()), async ({ page, open }) => {
    await page.getByRole("heading", { name: "Editors’ picks" }).waitFor();
    await keep(page, "5", "4", "3", "2", "1");
    await open("/en/");
    const shelf = page.getByRole("region", { name: "My favourites" });
    await expect
      .poll(() => shelf.getByRole("heading", { level: 3 }).allTextContents())
      .toEqual([1, 2, 3, 4].map((id) => promptText("en", id).title));
    await shelf.getByRole("link", { name: "Show all 5" }).click();
    await page.waitForURL("**/en/user/favorite");
    await expect.poll(async () => (await titles(page)).length).toBe(5);
  });
});

it("clearing the cache shows what other devices have changed, and leaves what was typed and chosen", async () => {
  const options = member(await createMember());
  await visit(FAVORITES, options, async ({ page, open }) => {
    await keep(page, "1");
    await open("/en/");
    const blank = page
      .locator("article", { has: page.locator("#pick") })
      .getByRole("textbox")
      .first();
    await blank.fill("kept on this device");
    const navigation = page.getByRole("navigation", { name: "Your account" });
    await open(FAVORITES);
    await expect.poll(async () => (await titles(page)).length).toBe(1);
    await navigation.getByRole("link", { name: "Data" }).click();
    await keep(page, "2");
    const storage = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).toSorted()));
    const before = await storage();
    expect(before).toContain("kept on this device");
    await page.getByRole("button", { name: "Clear cache" }).click();
    await expect.poll(() => announced(page)).toContain("Cache cleared");
    expect(await storage()).toBe(before);
    await navigation.getByRole("link", { name: "My favourites" }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(2);
  });
});

async function drag(page: Page, context: BrowserContext, x: number, start: number, end: number, byTouch: boolean) {
  const steps = Array.from({ length: 8 }, (_, index) => start + ((end - start) * (index + 1)) / 8);
  if (!byTouch) {
    await page.mouse.move(x, start);
    await page.mouse.down();
    for (const y of steps) await page.mouse.move(x, y);
    await expect.poll(() => announced(page)).toContain("is over position 2 of 3.");
    await page.mouse.up();
    return;
  }
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch("touchStart", start);
  for (const y of steps) await touch("touchMove", y);
  await expect.poll(() => announced(page)).toContain("is over position 2 of 3.");
  await touch("touchEnd");
}
