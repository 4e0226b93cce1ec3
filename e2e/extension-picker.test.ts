import type { Frame } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { createMember, logIn } from "./account";
import { AXE_SOURCE, expectNoViolations } from "./axe";
import { EDITORS, linesIn, REFUSING, startEditorPages } from "./editors/server";
import { openPanel, type PanelVisit } from "./extension";
import { blanksIn, CATALOGUE, copiedText, promptText, READY_PROMPT } from "./library";
import { overflow } from "./overflow";
import { createPromptByApi } from "./own-prompts";
import { uniqueAddress, uniqueName } from "./visit";

/** All blanks of this one have a default. */
const READY = promptText("en", READY_PROMPT);
const LINES = copiedText(READY.content).split("\n");

/** The first blank of this one is empty. */
const FILL_PROMPT =
  CATALOGUE.find(({ id }) => {
    const [first] = blanksIn(promptText("en", id).content);
    return first && first.default === undefined;
  })?.id ?? 0;
const TO_FILL = promptText("en", FILL_PROMPT);
const FILLED = copiedText(TO_FILL.content, { [blanksIn(TO_FILL.content)[0]?.name ?? ""]: "a lighthouse" }).split("\n");

/** The script waits in the page itself, and not in its frames. */
const WITH_PICKER = EDITORS.filter((editor) => editor !== "frame");

const POLL = { timeout: 120_000 };

/** What an extension's own pages find, as far as it is used here. */
interface ExtensionWorld {
  chrome: {
    scripting: {
      getRegisteredContentScripts(): Promise<{ matches?: string[] }[]>;
      unregisterContentScripts(): Promise<void>;
    };
    storage: { local: { get(): Promise<object>; remove(keys: string[]): Promise<void> } };
    runtime: { getURL(path: string): string; onInstalled: { dispatch(details: object): void } };
  };
}

let pages: Awaited<ReturnType<typeof startEditorPages>>;
let visit: PanelVisit;

const allowed = () => visit.panel.getByRole("button", { name: "Remove 127.0.0.1" });

async function allow(): Promise<void> {
  await visit.panel.getByRole("button", { name: "Allow on 127.0.0.1" }).click();
  await allowed().waitFor();
}

beforeAll(async () => {
  pages = await startEditorPages();
  const address = pages.address("textarea");
  visit = await openPanel({ address, allowed: [new URL(address).origin, inject("site")] });
  await visit.panel.getByRole("button", { name: "Settings" }).click();
});

// The site counts the requests of an address.
beforeEach(() => visit.page.context().setExtraHTTPHeaders({ "x-forwarded-for": uniqueAddress() }));

afterAll(async () => {
  await visit[Symbol.asyncDispose]();
  await pages.stop();
});

/** The picker's frame in the page, if there is one. The page itself does not see it. */
function findFrame(): Frame | undefined {
  return visit.page.frames().find((each) => each.url().endsWith("/picker.html"));
}

/** The picker, with rows or with a word on why there are none. */
async function picker(): Promise<Frame> {
  const found = await vi.waitUntil(findFrame, POLL);
  await found.locator("[role=option], .say [role=status]").first().waitFor();
  return found;
}

/** Counts the pickers that come in the page. */
async function countPickers(): Promise<() => Promise<number>> {
  const { page } = visit;
  await page.evaluate(() => {
    const counting = Object.assign(window, { pickers: 0 });
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) counting.pickers += addedNodes.length;
    });
    observer.observe(document.documentElement, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { pickers: number }).pickers);
}

const isGone = () => expect.poll(() => findFrame() === undefined).toBe(true);

/** The text of the editor, and how often its form was sent. Browsers keep a space at the end of what is inserted as one that does not break. */
function state(): Promise<[text: string, sent: number]> {
  return visit.page.evaluate(() => [window.textOf().replaceAll("\u00a0", " "), window.sent]);
}

async function openEditor(...where: Parameters<typeof pages.address>): Promise<void> {
  await visit.page.goto(pages.address(...where));
}

/** Types a command, until the row for Enter is that of the title. */
async function find(title: string): Promise<Frame> {
  await visit.page.keyboard.type(`/${title}`);
  const found = await picker();
  await found
    .locator("[aria-busy=false]")
    .getByRole("option", { name: title, selected: true })
    .locator("mark")
    .first()
    .waitFor();
  return found;
}

/** Forgets what was filled in. */
function forgetValues(): Promise<void> {
  return visit.background.evaluate(async () => {
    const { local } = (globalThis as unknown as ExtensionWorld).chrome.storage;
    await local.remove(Object.keys(await local.get()).filter((key) => key.startsWith("blanks ")));
  });
}

describe("before a site is allowed", () => {
  it("the panel says how to allow one where it has no access, and allows none that the browser does not grant", async () => {
    const { page, panel, press } = visit;
    await page.goto("about:blank");
    await panel.getByText("To allow it on a site, press the Polyprompt button in the toolbar there.").waitFor();
    await openEditor("textarea");
    await press();
    await panel.evaluate(() => {
      const { chrome } = globalThis as unknown as { chrome: { permissions: { request(): Promise<boolean> } } };
      const { request } = chrome.permissions;
      chrome.permissions.request = () => {
        chrome.permissions.request = request;
        return Promise.resolve(false);
      };
    });
    await panel.getByRole("button", { name: "Allow on 127.0.0.1" }).click();
    await panel.getByRole("alert").getByText("The panel needs your permission for this address").waitFor();
    expect(await allowed().count()).toBe(0);
  });

  it("an open page has the picker once its site is allowed, and so has every later page", async () => {
    const { page, background } = visit;
    await page.bringToFront();
    await page.locator("textarea").focus();
    const count = await countPickers();
    await page.keyboard.type("/letter");
    await allow();
    await page.bringToFront();
    await page.keyboard.type(" /");
    await picker();
    expect(await count()).toBe(1);
    await openEditor("textarea");
    await isGone();
    const matches = () =>
      background.evaluate(async () => {
        const { scripting } = (globalThis as unknown as ExtensionWorld).chrome;
        return (await scripting.getRegisteredContentScripts()).map((script) => script.matches);
      });
    expect(await matches()).toEqual([["http://127.0.0.1/*"]]);
    // A new version of the extension finds its scripts forgotten.
    await background.evaluate(async () => {
      const { scripting, runtime } = (globalThis as unknown as ExtensionWorld).chrome;
      await scripting.unregisterContentScripts();
      runtime.onInstalled.dispatch({ reason: "update" });
    });
    await expect.poll(matches).toEqual([["http://127.0.0.1/*"]]);
  });
});

describe.each(WITH_PICKER)("in %s", (editor) => {
  it("the text takes the place of the command; nothing is sent, and undo takes it back", async () => {
    const { page } = visit;
    await openEditor(editor);
    await find(READY.title);
    await page.keyboard.press("Control+Enter");
    await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)}after`, 0]);
    await isGone();

    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await state())[0]).not.toContain(LINES[0]);
    expect((await state())[0]).toMatch(/^Before .*after$/);
  });

  it("Enter opens the text to be filled in, and Ctrl Enter puts it there", async () => {
    const { page } = visit;
    await forgetValues();
    await openEditor(editor);
    const frame = await find(TO_FILL.title);
    await page.keyboard.press("Enter");
    await frame.locator("textarea:focus").waitFor();
    await page.keyboard.type("a lighthouse");
    await page.keyboard.press("Control+Enter");
    await expect.poll(state).toEqual([`Before ${linesIn(editor, FILLED)}after`, 0]);
    await isGone();
    // One goes on typing where the text ends.
    await page.keyboard.type("!");
    await expect.poll(async () => (await state())[0]).toBe(`Before ${linesIn(editor, FILLED)}!after`);
  });

  it("Esc leads back from the text to the list, and from there to the words as they were", async () => {
    const { page } = visit;
    await openEditor(editor, { text: "" });
    const frame = await find(TO_FILL.title);
    await page.keyboard.press("Enter");
    await frame.locator("textarea:focus").waitFor();
    await page.keyboard.press("Escape");
    await frame.getByRole("option", { name: TO_FILL.title, selected: true }).waitFor();
    await page.keyboard.press("Escape");
    await isGone();
    await page.keyboard.type("!");
    await expect.poll(state).toEqual([`/${TO_FILL.title}!`, 0]);
  });
});

it("what was filled in is there the next time, and in the panel", async () => {
  const { page, panel } = visit;
  await forgetValues();
  await openEditor("textarea", { text: "" });
  const frame = await find(TO_FILL.title);
  await page.keyboard.press("Enter");
  await frame.locator("textarea:focus").waitFor();
  await page.keyboard.type("a lighthouse");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  const [blank] = blanksIn(TO_FILL.content);
  expect(await frame.getByLabel(blank?.label ?? "").inputValue()).toBe("a lighthouse");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await state())[0]).toBe(FILLED.join("\n"));

  await panel.getByRole("button", { name: "Back to the list" }).click();
  await panel.getByRole("combobox", { name: "Search" }).fill(TO_FILL.title);
  await panel.getByRole("option", { name: TO_FILL.title }).locator("mark").first().waitFor();
  await panel.getByRole("option", { name: TO_FILL.title }).click();
  await panel.getByRole("heading", { name: TO_FILL.title }).waitFor();
  expect(await panel.getByLabel(blank?.label ?? "").inputValue()).toBe("a lighthouse");
  await panel.getByRole("button", { name: "Back to the list" }).click();
  await panel.getByRole("combobox", { name: "Search" }).fill("");
  await panel.getByRole("button", { name: "Settings" }).click();
});

describe("the list", () => {
  it("follows the words, and the arrow keys choose without leaving the field", async () => {
    const { page } = visit;
    await openEditor("contenteditable");
    await page.keyboard.type("/");
    const frame = await picker();
    const chosen = () => frame.locator("[aria-selected=true] .picker-title").textContent();
    const [first, second] = await frame.locator(".picker-title").allTextContents();
    expect(await chosen()).toBe(first);
    await page.keyboard.press("ArrowDown");
    await expect.poll(chosen).toBe(second);
    await page.keyboard.press("ArrowUp");
    await expect.poll(chosen).toBe(first);

    const height = () => frame.evaluate(() => innerHeight);
    const before = await height();
    await page.keyboard.type("translat");
    await frame.locator("mark").first().waitFor();
    await frame.getByText(/^\d+ found$/).waitFor();
    const nothing = uniqueName("zzqx");
    await page.keyboard.type(nothing);
    await frame.getByText(`Nothing here for translat${nothing}`).waitFor();
    expect(await height()).toBe(before);
    await page.keyboard.press("Enter");
    expect(await state()).toEqual([`Before /translat${nothing}after`, 0]);
  });

  it("is pressed as well: a row opens its text, Insert puts it there, Close leaves the words", async () => {
    const { page } = visit;
    await openEditor("textarea");
    const frame = await find(READY.title);
    await frame.getByRole("option", { name: READY.title }).click();
    await frame.getByRole("heading", { name: READY.title }).waitFor();
    await frame.getByRole("button", { name: "Back" }).click();
    await frame.getByRole("button", { name: "Insert" }).click();
    await expect.poll(state).toEqual([`Before ${LINES.join("\n")}after`, 0]);
    await openEditor("textarea");
    await find(READY.title);
    const other = await picker();
    await other.getByRole("button", { name: "Close" }).click();
    await isGone();
    await page.keyboard.type("!");
    expect((await state())[0]).toBe(`Before /${READY.title}!after`);
  });

  it.each([
    ["a space after the slash", (): Promise<void> => visit.page.keyboard.type(" ")],
    ["the slash is deleted", (): Promise<void> => visit.page.keyboard.press("Backspace")],
    ["the line is broken", (): Promise<void> => visit.page.keyboard.press("Shift+Enter")],
    ["the cursor goes elsewhere", (): Promise<void> => visit.page.keyboard.press("Home")],
    ["something else is pressed", (): Promise<void> => visit.page.mouse.click(1200, 700)],
  ])("goes once %s", async (_what, act) => {
    await openEditor("contenteditable");
    await visit.page.keyboard.type("/");
    await picker();
    await act();
    await isGone();
  });

  it.each(["and/or", "https://", "1/2"])("does not come within a word: %s", async (words) => {
    const { page } = visit;
    await openEditor("contenteditable", { text: "" });
    const count = await countPickers();
    await page.keyboard.type(words);
    // There a picker that had come would go.
    await page.keyboard.press("Home");
    await page.keyboard.press("End");
    await page.keyboard.type(" /");
    await picker();
    expect(await count()).toBe(1);
  });

  it("is above its field, at its start, or below where there is no room; and no wider than the window", async () => {
    const { page } = visit;
    const box = async () => {
      const element = await (await picker()).frameElement();
      return vi.waitUntil(async () => {
        const found = await element.boundingBox();
        // Lower, it is not shown yet.
        return found && found.height > 100 ? found : undefined;
      }, POLL);
    };
    const at = async (style: string) => {
      await openEditor("textarea");
      await page.addStyleTag({ content: `textarea { position: fixed; inline-size: 700px; ${style} }` });
      const field = await page.locator("textarea").boundingBox();
      await page.keyboard.type("/");
      return { frame: await box(), field: field ?? { x: 0, y: 0, width: 0, height: 0 } };
    };
    await page.setViewportSize({ width: 1280, height: 720 });
    const low = await at("inset-block-end: 20px; inset-inline-start: 200px");
    expect(low.frame).toMatchObject({ x: low.field.x, width: 480 });
    expect(low.frame.y + low.frame.height).toBeCloseTo(low.field.y - 10);
    const high = await at("inset-block-start: 20px; inset-inline-start: 200px");
    expect(high.frame.y).toBeCloseTo(high.field.y + high.field.height + 10);
    const rightToLeft = await at("inset-block-end: 20px; left: 300px; direction: rtl");
    expect(rightToLeft.frame.x + rightToLeft.frame.width).toBeCloseTo(rightToLeft.field.x + rightToLeft.field.width);
    await page.setViewportSize({ width: 320, height: 640 });
    const narrow = await at("inset-block-end: 20px; inset-inline-start: 0; max-inline-size: 100%");
    expect(narrow.frame).toMatchObject({ x: 14, width: 292 });
    await page.setViewportSize({ width: 1280, height: 720 });
  });
});

it.each(REFUSING.filter((editor) => editor !== "limited"))("does not come in %s", async (editor) => {
  const { page } = visit;
  await openEditor(editor);
  const count = await countPickers();
  await page.keyboard.type("/");
  // It comes in a field beside it.
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement("textarea"));
    field.focus();
  });
  await page.keyboard.type("/");
  await picker();
  expect(await count()).toBe(1);
});

it("copies a text that does not fit into the field, and says so", async () => {
  const { page } = visit;
  await openEditor("limited", { text: "" });
  await page.keyboard.type("/letter");
  const frame = await picker();
  await frame.locator("[aria-busy=false]").locator("mark").first().waitFor();
  await page.keyboard.press("Control+Enter");
  await frame.getByText("The field did not take the text, so it is copied.").waitFor();
  expect(await state()).toEqual(["/letter", 0]);
  await page.keyboard.press("Escape");
  await isGone();
  await page.keyboard.type("!");
  expect(await state()).toEqual(["/letter!", 0]);
});

describe("a page", () => {
  it("that shows the picker's document itself gets nothing to see or to press, and cannot type the slash for a person", async () => {
    const { page, background } = visit;
    const [address, lasting] = await background.evaluate(() => [
      (globalThis as unknown as ExtensionWorld).chrome.runtime.getURL("/picker.html"),
      `${location.origin}/picker.html`,
    ]);
    await openEditor("contenteditable");
    // The address that stays the same is none for pages: by it they could tell who has the extension.
    const canFetch = (of: string) =>
      page.evaluate(async (url) => {
        const answer = await fetch(url).catch(() => null);
        return answer !== null;
      }, of);
    expect([await canFetch(address), await canFetch(lasting)]).toEqual([true, false]);
    const count = await countPickers();
    await page.evaluate(async (src) => {
      const frame = document.createElement("iframe");
      const loaded = new Promise((resolve) => (frame.onload = resolve));
      frame.src = src;
      document.body.append(frame);
      await loaded;
      for (const secret of ["", undefined, "guessed"])
        frame.contentWindow?.postMessage({ secret }, "*", [new MessageChannel().port2]);
      const editor = document.querySelector<HTMLElement>("[contenteditable]");
      editor?.focus();
      editor?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
      editor?.dispatchEvent(new InputEvent("beforeinput", { data: "/", inputType: "insertText", bubbles: true }));
      document.execCommand("insertText", false, "/");
    }, address);
    const [, forged] = page.frames();
    expect(forged?.url()).toMatch(/picker\.html$/);
    // The picker proper comes later, and the forged one is still empty then.
    await page.keyboard.type(" /");
    await vi.waitUntil(() => page.frames().length === 3, POLL);
    await page.frames()[2]?.getByRole("option").first().waitFor();
    expect(await forged?.locator("#root").innerHTML()).toBe("");
    expect(await count()).toBe(1);
  });

  it("that allows no frames has the picker all the same", async () => {
    const { page } = visit;
    const policy = "default-src 'self'; frame-src 'none'; style-src 'self'";
    await page.route("**/contenteditable", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
    });
    await openEditor("contenteditable");
    const frame = await find(READY.title);
    expect(await (await frame.frameElement()).isVisible()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await state())[0]).toBe(`Before ${LINES.join("\n")}after`);
    await page.unroute("**/contenteditable");
  });

  it("does not hear of the keys that choose", async () => {
    const { page } = visit;
    await openEditor("textarea");
    await page.evaluate(() => {
      const heard: string[] = [];
      for (const type of ["keydown", "keyup"])
        addEventListener(type, (event) => heard.push((event as KeyboardEvent).key), true);
      Object.assign(window, { heard });
    });
    const frame = await find(READY.title);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await frame.getByRole("button", { name: "Back" }).waitFor();
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard).toContain("/");
    for (const key of ["ArrowDown", "ArrowUp", "Enter"]) expect(heard).not.toContain(key);
  });
});

it("the site hears that its prompt was used, and lists what is kept here while it is away", async () => {
  const { page } = visit;
  await openEditor("textarea");
  await find(READY.title);
  const recorded = page.waitForRequest((request) => (request.postData() ?? "").includes("recordCopy"));
  await page.keyboard.press("Control+Enter");
  expect((await recorded).postDataJSON()).toMatchObject({ variables: { id: String(READY_PROMPT) } });
  expect((await (await recorded).response())?.status()).toBe(200);
  await isGone();

  await page.context().route("**/graphql", (route) => route.abort());
  await openEditor("textarea");
  // Lists that the panel has had within a minute are not asked for again.
  await page.keyboard.type("/lett");
  const frame = await picker();
  await frame
    .getByText(`${new URL(inject("site")).host} does not answer.`)
    .first()
    .waitFor();
  await page.context().unroute("**/graphql");
});

it.each([
  ["en", "dark", 480],
  ["en", "light", 292],
  ["ar", "dark", 292],
  ["ar", "light", 480],
] as const)("in %s, %s and %i px wide, list and text are accessible and as wide as the picker", async (...how) => {
  const [locale, colorScheme, width] = how;
  const { page, panel } = visit;
  await panel.locator("#language").selectOption(locale);
  await expect.poll(() => panel.evaluate(() => document.documentElement.lang)).toBe(locale);
  await page.setViewportSize({ width: width + 28, height: 700 });
  await page.emulateMedia({ colorScheme });
  await openEditor("textarea", { text: "" });
  const frame = await find(promptText(locale, FILL_PROMPT).title);
  await frame.evaluate(AXE_SOURCE);
  expect(await frame.evaluate(() => [document.documentElement.lang, innerWidth])).toEqual([locale, width]);
  const check = async (view: string) => {
    await expectNoViolations(frame, "html", [colorScheme], view);
    expect(await overflow(frame), view).toEqual({ by: 0, outermost: [] });
  };
  await check("list");
  await page.keyboard.press("Enter");
  await frame.locator(".sheet").waitFor();
  await check("text");
  await panel.locator("#language").selectOption("en");
  await expect.poll(() => panel.evaluate(() => document.documentElement.lang)).toBe("en");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: null });
});

it("a member's own prompts and favourites come first", async () => {
  const { page, panel } = visit;
  const username = await createMember();
  await panel.getByRole("button", { name: "Back to the list" }).click();
  await panel.getByRole("navigation").getByRole("button", { name: "Mine" }).click();
  const opened = page.context().waitForEvent("page");
  await panel.getByRole("button", { name: "Connect", exact: true }).click();
  const site = await opened;
  await site.getByRole("main").getByRole("link", { name: "Log in", exact: true }).click();
  await site.getByRole("heading", { level: 1, name: "Log in" }).waitFor();
  await logIn(site, username);
  const agree = site.getByRole("main").getByRole("button", { name: "Allow" });
  await agree.waitFor();
  const title = uniqueName("Letter to the keeper");
  await createPromptByApi(site, { title, content: "Write to the keeper." });
  await agree.click();
  await panel.getByRole("option", { name: title }).waitFor();
  await site.close();

  await page.bringToFront();
  await openEditor("textarea", { text: "" });
  await page.keyboard.type("/");
  const frame = await picker();
  await frame.locator("[aria-busy=false]").waitFor();
  expect(await frame.locator(".picker-title").first().textContent()).toBe(title);
  expect(await frame.getByRole("option").count()).toBeGreaterThan(1);
  await page.keyboard.type("letter");
  await frame.locator("[aria-busy=false]").locator("mark").first().waitFor();
  expect(await frame.locator("[aria-selected=true] .picker-title").textContent()).toBe(title);
  await page.keyboard.press("Enter");
  await expect.poll(state).toEqual(["Write to the keeper.", 0]);
});

it("a site that is removed has no picker any more, open pages included", async () => {
  const { page, panel, press } = visit;
  await panel.getByRole("button", { name: "Settings" }).click();
  await openEditor("textarea", { text: "" });
  await press();
  await allowed().click();
  await panel.getByRole("button", { name: "Allow on 127.0.0.1" }).waitFor();
  const comesOnceAllowed = async () => {
    await page.bringToFront();
    const count = await countPickers();
    await page.locator("textarea").focus();
    await page.keyboard.type("/letter");
    await allow();
    await page.bringToFront();
    await page.keyboard.type(" /");
    await picker();
    expect(await count()).toBe(1);
  };
  await comesOnceAllowed();
  await allowed().click();
  await openEditor("textarea", { text: "" });
  await press();
  await comesOnceAllowed();
});
