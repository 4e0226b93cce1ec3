import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createMember, logIn } from "./account";
import { AXE_SOURCE, expectNoViolations } from "./axe";
import { shareAs } from "./community";
import { startEditorPages } from "./editors/server";
import { openPanel, type PanelVisit } from "./extension";
import { blanksIn, CATALOGUE, copiedText, numbersWith, promptText, READY_PROMPT, tagLabel } from "./library";
import { overflow } from "./overflow";
import { startSwitchingProxy, type SwitchingProxy } from "./switching-proxy";
import { uniqueAddress, uniqueName } from "./visit";

/** A library prompt with an empty blank and one that has a default. */
const TO_FILL = promptText("en", firstPrompt(true));
const ARABIC = promptText("ar", firstPrompt(true));
const READY = promptText("en", READY_PROMPT);

function firstPrompt(hasBoth: boolean): number {
  const found = CATALOGUE.find(({ id }) => {
    const blanks = blanksIn(promptText("en", id).content);
    return hasBoth === (blanks.some(({ default: own }) => own === undefined) && blanks.some(({ default: own }) => own));
  });
  return found?.id ?? 0;
}

const author = uniqueName("zqxjv");
const SHARED = { title: `Knots for ${author}`, content: "Explain the {{knot}} knot." };
const WITHOUT_BLANKS = { title: `Splices of ${author}`, content: "Explain the eye splice.\n\nBe brief." };
shareAs(
  author,
  [SHARED, WITHOUT_BLANKS].map((text) => ({ texts: [{ locale: "en", ...text }] })),
);

let pages: Awaited<ReturnType<typeof startEditorPages>>;
let proxy: SwitchingProxy;
let visit: PanelVisit;

const tab = (panel: Page, name: string) => panel.getByRole("navigation").getByRole("button", { name });
const search = (panel: Page) => panel.getByRole("combobox", { name: "Search" });
/** Those of the list, not of the menus. */
const rows = (panel: Page) => panel.locator("#rows").getByRole("option");
const chosen = (panel: Page, title: string) => panel.getByRole("option", { name: title, selected: true });
/** Searches for a title, until the list is that of its words: the row may stand first in the list before, too. */
async function find(panel: Page, title: string): Promise<void> {
  await search(panel).fill(title);
  await chosen(panel, title).locator("mark").first().waitFor();
}
const textInPage = () => visit.page.evaluate(() => window.textOf());

beforeAll(async () => {
  pages = await startEditorPages();
  proxy = await startSwitchingProxy();
  proxy.target = Number(new URL(inject("site")).port);
  visit = await openPanel({ address: pages.address("textarea") });
  await visit.panel.evaluate(AXE_SOURCE);
});

afterAll(async () => {
  await visit[Symbol.asyncDispose]();
  await proxy.close();
  await pages.stop();
});

/** Every journey begins with a plain list beside an empty field. */
beforeEach(async () => {
  const { page, panel, press } = visit;
  await page.goto(pages.address("textarea", { text: "" }));
  await panel.reload();
  await panel.evaluate(AXE_SOURCE);
  await press();
  await rows(panel).first().waitFor();
});

afterEach(() => visit.panel.context().setOffline(false));

describe("the list", () => {
  it("shows the library, has the focus in the search, and loads more while one scrolls", async () => {
    const { panel } = visit;
    await panel.getByRole("status").getByText(`${CATALOGUE.length} prompts`, { exact: true }).waitFor();
    expect(await search(panel).evaluate((field) => field === document.activeElement)).toBe(true);
    const before = await rows(panel).count();
    await rows(panel).last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows(panel).count()).toBeGreaterThan(before);
  });

  it("searches as one types, marks the words, and says how many each tab has", async () => {
    const { panel } = visit;
    await search(panel).fill(author);
    await panel.getByText("Nothing here for").waitFor();
    await tab(panel, "Community 2").waitFor();
    await panel.getByRole("button", { name: "Show 2 from the community" }).click();
    await panel.getByRole("option", { name: SHARED.title }).waitFor();
    expect(await panel.locator("mark").allTextContents()).toContain(author);

    await search(panel).fill(TO_FILL.title);
    await tab(panel, "Library").click();
    await chosen(panel, TO_FILL.title).waitFor();
  });

  it("filters by tags, and sorts", async () => {
    const { panel } = visit;
    const [slug = ""] = CATALOGUE[0]?.tags ?? [];
    const pill = panel.getByRole("button", { name: tagLabel("en", slug), exact: true });
    await pill.click();
    const count = numbersWith([slug]).length;
    await panel.getByRole("status").getByText(`${count} prompts`, { exact: true }).waitFor();
    expect(await pill.getAttribute("aria-pressed")).toBe("true");
    await pill.click();

    await panel.getByRole("combobox", { name: "Sort" }).selectOption("Newest");
    await chosen(panel, promptText("en", CATALOGUE.at(-1)?.id ?? 0).title).waitFor();
  });

  it("the arrow keys choose, Enter opens, and Esc leads back to the same row", async () => {
    const { panel } = visit;
    await tab(panel, "Community").click();
    await search(panel).fill(author);
    await expect.poll(() => rows(panel).count()).toBe(2);
    const title = (await rows(panel).nth(1).locator("b").textContent()) ?? "";
    for (const key of ["ArrowDown", "ArrowUp", "ArrowDown"]) await panel.keyboard.press(key);
    await chosen(panel, title).waitFor();
    const id = await chosen(panel, title).getAttribute("id");
    expect(await search(panel).getAttribute("aria-activedescendant")).toBe(id);

    // To a prompt that has no blanks Enter does something else.
    await chosen(panel, title).click();
    await panel.getByRole("heading", { name: title, level: 1 }).waitFor();
    await panel.keyboard.press("Escape");
    await chosen(panel, title).waitFor();
  });

  it("Enter does nothing while the list is still that of earlier words", async () => {
    const { panel } = visit;
    let release = () => undefined as unknown;
    const released = new Promise((resolve) => (release = () => resolve(undefined)));
    await panel.route("**/graphql", async (route) => {
      await released;
      await route.continue();
    });
    await search(panel).fill(READY.title.toUpperCase());
    await panel.keyboard.press("Control+Enter");
    release();
    await chosen(panel, READY.title).locator("mark").first().waitFor();
    await panel.unroute("**/graphql");

    await panel.keyboard.press("Control+Enter");
    await expect.poll(textInPage).toBe(copiedText(READY.content));
  });

  it("a prompt without blanks is inserted by Enter", async () => {
    const { panel } = visit;
    await tab(panel, "Community").click();
    await find(panel, WITHOUT_BLANKS.title);
    await panel.keyboard.press("Enter");
    await panel.getByText("Inserted, not sent.").waitFor();
    expect(await textInPage()).toBe(WITHOUT_BLANKS.content);
  });
});

describe("an opened prompt", () => {
  const [empty] = blanksIn(TO_FILL.content).filter(({ default: own }) => own === undefined);

  async function openPrompt(): Promise<void> {
    const { panel } = visit;
    await find(panel, TO_FILL.title);
    await panel.keyboard.press("Enter");
    await panel.getByRole("heading", { name: TO_FILL.title }).waitFor();
  }

  it("is filled in and inserted; the words are there again after the panel was closed, until they are cleared", async () => {
    const { panel } = visit;
    await openPrompt();
    const field = panel.getByRole("textbox", { name: empty?.label ?? "", exact: true });
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await panel.keyboard.type("a lighthouse");
    await panel.keyboard.press("Control+Enter");
    await panel.getByText("Inserted, not sent.").waitFor();
    expect(await textInPage()).toBe(copiedText(TO_FILL.content, { [empty?.name ?? ""]: "a lighthouse" }));

    await panel.reload();
    await rows(panel).first().waitFor();
    await openPrompt();
    expect(await field.inputValue()).toBe("a lighthouse");
    await panel.getByRole("button", { name: "Clear" }).click();
    expect(await field.inputValue()).toBe("");
  });

  it("is copied", async () => {
    const { page, panel } = visit;
    await openPrompt();
    await panel.getByRole("button", { name: "Copy" }).click();
    await panel.getByText("Copied.").waitFor();
    await page.keyboard.press("Control+v");
    expect(await textInPage()).toBe(copiedText(TO_FILL.content));
  });

  it("changes its language, and is on the site at its own address", async () => {
    const { panel } = visit;
    await openPrompt();
    await panel.getByRole("combobox", { name: "Language of the text" }).selectOption("العربية");
    await panel.getByRole("heading", { name: ARABIC.title }).waitFor();
    const link = panel.getByRole("link", { name: "Open on the site" });
    expect(await link.getAttribute("href")).toBe(`${inject("site")}/ar/prompt/${firstPrompt(true)}`);
  });
});

describe("without the site", () => {
  it("what was seen before is listed, searched and inserted, and the panel says so", async () => {
    const { panel } = visit;
    await find(panel, READY.title);
    await search(panel).fill("");
    await panel.getByRole("status").getByText(`${CATALOGUE.length} prompts`, { exact: true }).waitFor();
    await panel.context().setOffline(true);
    // Not asked for before.
    await search(panel).fill(READY.title.toLowerCase());
    const strip = panel.getByRole("status").getByText("You are offline.");
    await strip.waitFor();
    await panel.getByText(/Kept here: \d+ prompts, as of/).waitFor();
    await chosen(panel, READY.title).waitFor();
    await panel.keyboard.press("Control+Enter");
    await panel.getByText("Inserted, not sent.").waitFor();
    expect(await textInPage()).toBe(copiedText(READY.content));
    await expectNoViolations(panel, "html", ["dark"], "offline");

    await panel.context().setOffline(false);
    await panel.getByRole("button", { name: "Try again" }).click();
    await strip.waitFor({ state: "detached" });
  });

  it("the lists outlast the panel", async () => {
    const { panel } = visit;
    const kept = () =>
      panel.evaluate(async () => {
        const { chrome } = globalThis as unknown as {
          chrome: { storage: { local: { get(key: string): Promise<object> } } };
        };
        return JSON.stringify(await chrome.storage.local.get("answers"));
      });
    const title = (await rows(panel).first().locator("b").textContent()) ?? "";
    await expect.poll(kept).toContain(title);
    await panel.route("**/graphql", (route) => route.abort());
    await panel.reload();
    await panel.getByRole("option", { name: title }).waitFor();
    await search(panel).fill(title.toLowerCase());
    await panel.getByText(/Kept here: \d+ prompts, as of/).waitFor();
    await panel.getByRole("option", { name: title }).waitFor();
    await panel.unroute("**/graphql");
  });
});

describe("the settings", () => {
  /** Nobody can press the browser's own question here: it is answered in its place. */
  async function answerPermission(isGranted: boolean): Promise<() => Promise<string[]>> {
    const { panel } = visit;
    await panel.evaluate((granted) => {
      const page = globalThis as unknown as {
        asked: string[];
        chrome: { permissions: { request(wanted: { origins: string[] }): Promise<boolean> } };
      };
      page.asked = [];
      page.chrome.permissions.request = async ({ origins }) => {
        page.asked.push(...origins);
        return granted;
      };
    }, isGranted);
    return () => panel.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  }

  it("connects by a code that one types, where one has declined the browser's question", async () => {
    const { page, panel } = visit;
    const username = await createMember();
    await page.context().setExtraHTTPHeaders({ "x-forwarded-for": uniqueAddress() });
    await tab(panel, "Mine").click();
    await panel.getByRole("button", { name: "I have a code" }).click();
    const code = panel.getByRole("textbox", { name: "Code from the site" });
    await code.fill("ABCD-EFGH");
    await panel.keyboard.press("Enter");
    await panel.getByRole("alert").getByText("Press Connect first").waitFor();

    const asked = await answerPermission(false);
    const opened = page.context().waitForEvent("page");
    await panel.getByRole("button", { name: "Connect", exact: true }).click();
    const connect = await opened;
    expect(await asked()).toEqual([`${inject("site")}/*`]);
    await connect.getByRole("main").getByRole("link", { name: "Log in", exact: true }).click();
    await connect.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
    await logIn(connect, username);
    await connect.getByRole("button", { name: "Allow" }).click();
    const shown = (await connect.locator("code").textContent()) ?? "";
    await code.fill("ABCD-EFGH");
    await panel.keyboard.press("Enter");
    await panel.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
    await code.fill(shown.toLowerCase());
    await panel.keyboard.press("Enter");
    await panel.getByText("Nothing here yet").waitFor();
    await connect.close();
    await panel.getByRole("button", { name: "Settings" }).click();
    await panel.getByText(`Connected as ${username}`).waitFor();
    await panel.getByRole("button", { name: "Disconnect" }).click();
    await panel.getByText("Connected as").waitFor({ state: "detached" });
  });

  it("another site is asked once the browser has allowed its origin", async () => {
    const { panel } = visit;
    const address = `http://127.0.0.1:${proxy.port}`;
    await panel.getByRole("button", { name: "Settings" }).click();
    const docs = panel.getByRole("link", { name: "How to use the extension" });
    expect(await docs.getAttribute("href")).toBe(`${inject("site")}/en/docs/extension/`);
    const field = panel.getByRole("textbox", { name: "Address of the site" });
    const save = panel.getByRole("button", { name: "Save" });
    await field.fill("no address");
    await save.click();
    await panel.getByRole("alert").getByText("This is not an address.").waitFor();

    const refused = await answerPermission(false);
    await field.fill(`${address}/`);
    await save.click();
    await panel.getByRole("alert").getByText("The panel needs your permission").waitFor();
    expect(await refused()).toEqual([`${address}/*`]);

    await answerPermission(true);
    await save.click();
    await expect.poll(() => field.inputValue()).toBe(address);
    await panel.getByRole("button", { name: "Back to the list" }).click();
    await rows(panel).first().waitFor();
    await rows(panel).first().click();
    expect(await panel.getByRole("link", { name: "Open on the site" }).getAttribute("href")).toMatch(
      new RegExp(`^${address}/en/prompt/`),
    );

    await panel.reload();
    await panel.getByRole("button", { name: "Settings" }).click();
    await field.fill(inject("site"));
    await answerPermission(true);
    await save.click();
    await expect.poll(() => save.isDisabled()).toBe(true);
  });

  it.each([
    ["en", "dark", 320],
    ["en", "light", 600],
    ["ar", "light", 320],
    ["ar", "dark", 600],
  ] as const)(
    "in %s, %s and %i px wide, every view is accessible and as wide as the panel",
    async (locale, scheme, width) => {
      const { panel } = visit;
      await panel.setViewportSize({ width, height: 700 });
      await panel.emulateMedia({ colorScheme: scheme });
      const check = async (view: string) => {
        await expectNoViolations(panel, "html", [scheme], view);
        expect(await overflow(panel), view).toEqual({ by: 0, outermost: [] });
      };
      await panel.locator(".top .icon-button").click();
      await panel.locator("#language").selectOption(locale);
      await expect.poll(() => panel.evaluate(() => document.documentElement.lang)).toBe(locale);
      expect(await panel.evaluate(() => document.documentElement.dir)).toBe(locale === "ar" ? "rtl" : "ltr");
      await check("settings");
      await panel.locator(".bar .icon-button").first().click();
      await rows(panel).first().waitFor();
      await check("list");
      await panel.locator("input[type=search]").fill(uniqueName("zzqx"));
      await panel.locator(".say").waitFor();
      await check("nothing found");
      await panel.locator("input[type=search]").fill("");
      await rows(panel).first().click();
      await panel.locator(".sheet").waitFor();
      await check("an opened prompt");
      await panel.keyboard.press("Escape");
      await panel.locator(".tabs button").last().click();
      await panel.locator(".card [data-variant=subtle]").click();
      await panel.locator("#code").waitFor();
      await check("the question to connect");
      await panel.locator(".top .icon-button").click();
      await panel.locator("#language").selectOption("en");
      await expect.poll(() => panel.evaluate(() => document.documentElement.lang)).toBe("en");
    },
  );
});
