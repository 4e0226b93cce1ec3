import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { BidiPage } from "./bidi";
import { EDITORS, linesIn, REFUSING, startEditorPages } from "./editors/server";
import { openSidebar, type SidebarVisit } from "./firefox";
import { blanksIn, CATALOGUE, copiedText, promptText, READY_PROMPT } from "./library";
import { overflowHere } from "./overflow";

const PROMPT = promptText("en", READY_PROMPT);
const LINES = copiedText(PROMPT.content).split("\n");

/** The first blank of this one is empty. */
const TO_FILL =
  CATALOGUE.map(({ id }) => promptText("en", id)).find(({ content }) => {
    const [first] = blanksIn(content);
    return first && first.default === undefined;
  }) ?? PROMPT;
const FILLED = copiedText(TO_FILL.content, { [blanksIn(TO_FILL.content)[0]?.name ?? ""]: "a lighthouse" });

interface Permissions {
  browser: {
    permissions: {
      getAll(): Promise<Record<string, string[]>>;
      remove(wanted: { origins: string[] }): Promise<boolean>;
    };
  };
}

let pages: Awaited<ReturnType<typeof startEditorPages>>;
let visit: SidebarVisit;

beforeAll(async () => {
  pages = await startEditorPages();
  visit = await openSidebar(pages.address("textarea"));
});

afterAll(async () => {
  await visit[Symbol.asyncDispose]();
  await pages.stop();
});

/** Opens an editor's page, presses the extension's shortcut there, and goes on in the panel. */
async function openEditor(...where: Parameters<typeof pages.address>): Promise<void> {
  const { page, press, enterPanel } = visit;
  await page.goto(pages.address(...where));
  await press();
  // Until the panel's script is here, the panel shows what it found on the page before.
  await expect.poll(() => page.evaluate(() => "__polyprompt" in globalThis)).toBe(true);
  await enterPanel();
}

/** The text of the editor, and how often its form was sent. Browsers keep a space at the end of what is inserted as one that does not break. */
const state = (): Promise<[text: string, sent: number]> =>
  visit.page.evaluate(() => [window.textOf().replaceAll("\u00a0", " "), window.sent]);

const says = (words: string) => expect.poll(() => visit.panel.text()).toContain(words);

const rows = () => visit.panel.evaluate(() => document.querySelectorAll("#rows [role=option]").length);

/** Searches for a title, until the row for Enter is the one with its words. */
async function find(title: string): Promise<void> {
  const { panel } = visit;
  await panel.click("combobox", "Search prompts");
  await panel.press("Control+a");
  await panel.type(title);
  const chosen = () =>
    panel.evaluate(() => document.querySelector("[role=option][aria-selected=true]:has(mark) b")?.textContent);
  await vi.waitUntil(async () => (await chosen()) === title, { timeout: 120_000 });
}

it("Firefox takes the extension from the site, without access to a page, and lists the site's prompts", async () => {
  await says(`${CATALOGUE.length} prompts`);
  const granted = await visit.panel.evaluate(async () => {
    const { browser } = globalThis as unknown as Permissions;
    return Object.entries(await browser.permissions.getAll()).map(([kind, names]) => [kind, names.toSorted()] as const);
  });
  expect(Object.fromEntries(granted)).toEqual({
    origins: [],
    permissions: ["activeTab", "contextMenus", "scripting", "storage"],
    data_collection: ["searchTerms", "websiteContent"],
  });
});

describe("with a prompt that has been found", () => {
  beforeAll(() => find(PROMPT.title));

  describe.each(EDITORS)("into %s", (editor) => {
    it("the text goes to the cursor, with its line breaks; nothing is sent, and undo takes it back", async () => {
      const { page, panel } = visit;
      await openEditor(editor);
      await says("Into the field on 127.0.0.1");
      await panel.press("Control+Enter");
      await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)}after`, 0]);

      await page.press("Control+z");
      await expect.poll(state).toEqual(["Before after", 0]);
    });

    it("the text takes the place of the selection", async () => {
      const { panel } = visit;
      await openEditor(editor, { text: "Before it after", from: 7, to: 9 });
      await says("Into the field on 127.0.0.1");
      await panel.press("Control+Enter");
      await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)} after`, 0]);
    });
  });

  it.each(["textarea", "lexical", "frame"] as const)(
    "the %s that had the focus last counts, after a press elsewhere on the page",
    async (editor) => {
      const { page, panel } = visit;
      await openEditor(editor);
      await says("Into the field on 127.0.0.1");
      await page.click("button", "Elsewhere");
      await panel.press("Control+Enter");
      await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)}after`, 0]);
    },
  );

  it.each(REFUSING)("of %s nothing is changed: the text is copied, and the panel says so", async (editor) => {
    const { page, panel } = visit;
    await openEditor(editor);
    await says(editor === "limited" ? "Into the field on 127.0.0.1" : "Click into a field first.");
    const before = await state();
    await panel.press("Control+Enter");
    await expect.poll(() => panel.text()).toMatch(/so the text is copied\. Paste it with Ctrl V\.|so it is copied\./);
    expect(await state()).toEqual(before);

    await openEditor("textarea", { text: "" });
    await page.press("Control+v");
    await expect.poll(state).toEqual([LINES.join("\n"), 0]);
  });

  it("on a page of the browser's own nothing is inserted, and the text is copied", async () => {
    const { page, panel } = visit;
    await page.goto("about:blank");
    await says("To insert here, press the Polyprompt button in the toolbar.");
    await panel.press("Control+Enter");
    await says("The panel may not write here yet, so the text is copied.");
  });
});

it("a prompt is opened, filled in, inserted and copied", async () => {
  const { page, panel } = visit;
  await openEditor("textarea", { text: "" });
  await find(TO_FILL.title);
  await panel.press("Enter");
  await expect.poll(() => panel.evaluate(() => document.querySelector("h1")?.textContent)).toBe(TO_FILL.title);
  await panel.type("a lighthouse");
  await panel.press("Control+Enter");
  await says("Inserted, not sent.");
  expect(await state()).toEqual([FILLED, 0]);

  await panel.click("button", "Copy");
  await says("Copied.");
  await openEditor("textarea", { text: "" });
  await page.press("Control+v");
  await expect.poll(state).toEqual([FILLED, 0]);
  await panel.press("Escape");
  await expect.poll(rows).toBeGreaterThan(0);
});

describe("the panel", () => {
  /** Where the search and the button of the settings are, from the left. */
  const order = () =>
    visit.panel.evaluate(() =>
      [...document.querySelectorAll("input[type=search], .top .icon-button")]
        .sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
        .map(({ localName }) => localName),
    );

  /** Sets the language and comes back to the list. The open list of a select is the browser's own, so the choice is made in its place. */
  async function speak(locale: string): Promise<void> {
    const { panel } = visit;
    await panel.evaluate(() => document.querySelector<HTMLElement>(".top .icon-button")?.click());
    await expect.poll(() => panel.evaluate(() => document.querySelector("#language") !== null)).toBe(true);
    await panel.evaluate((code) => {
      const field = document.querySelector<HTMLSelectElement>("#language");
      if (field) field.value = code;
      field?.dispatchEvent(new Event("change", { bubbles: true }));
    }, locale);
    await expect.poll(() => panel.evaluate(() => document.documentElement.lang)).toBe(locale);
    await panel.evaluate(() => document.querySelector<HTMLElement>(".bar .icon-button")?.click());
    await expect.poll(rows).toBeGreaterThan(0);
  }

  it("goes from right to left in Arabic, and is as wide as the sidebar in both directions", async () => {
    const { panel } = visit;
    await panel.setSize(320, 700);
    for (const [locale, dir, inOrder] of [
      ["ar", "rtl", ["button", "input"]],
      ["en", "ltr", ["input", "button"]],
    ] as const) {
      await speak(locale);
      expect(await panel.evaluate(() => document.documentElement.dir)).toBe(dir);
      expect(await order()).toEqual(inOrder);
      expect(await panel.evaluate(overflowHere), locale).toEqual({ by: 0, outermost: [] });
    }
  });

  it("is dark or light as the browser is", async () => {
    const { panel, setColorScheme } = visit;
    const background = () => panel.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await setColorScheme("dark");
    await expect.poll(() => panel.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe("dark");
    const dark = await background();
    await setColorScheme("light");
    await expect.poll(() => panel.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe("light");
    expect(await background()).not.toBe(dark);
  });
});

describe("the picker", () => {
  it("is there once its site is allowed in the panel's settings", async () => {
    const { panel, grant } = visit;
    await grant("http://127.0.0.1/*");
    await openEditor("textarea");
    await panel.click("button", "Settings");
    await says("Allow on 127.0.0.1");
    await panel.click("button", "Allow on 127.0.0.1");
    await says("Remove");
    await panel.click("button", "Back to the list");
    await expect.poll(rows).toBeGreaterThan(0);
  });

  /** Types a command into an editor's page, until the row for Enter is that of the title. */
  async function command(editor: (typeof EDITORS)[number], title: string): Promise<BidiPage> {
    const { page, picker, enterPage } = visit;
    await page.goto(pages.address(editor));
    await enterPage();
    await page.type(`/${title}`);
    const frame = await vi.waitUntil(picker, { timeout: 120_000 });
    const chosen = () =>
      frame.evaluate(
        () => document.querySelector("[aria-busy=false] > [aria-selected=true]:has(mark) .picker-title")?.textContent,
      );
    await vi.waitUntil(async () => (await chosen().catch(() => undefined)) === title, { timeout: 120_000 });
    return frame;
  }

  const isGone = () => expect.poll(async () => (await visit.picker()) === undefined).toBe(true);

  // The script waits in the page itself, and not in its frames.
  it.each(EDITORS.filter((editor) => editor !== "frame"))(
    "the text takes the place of the command in %s",
    async (editor) => {
      const { page } = visit;
      await command(editor, PROMPT.title);
      await page.press("Control+Enter");
      await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)}after`, 0]);
      await isGone();
      await page.press("Control+z");
      await expect.poll(async () => (await state())[0]).not.toContain(LINES[0]);
    },
  );

  it.each(["textarea", "prosemirror", "slate"] as const)("a text is filled in, and put into %s", async (editor) => {
    const { page, panel } = visit;
    // What was filled in before.
    await panel.evaluate(async () => {
      const { browser } = globalThis as unknown as {
        browser: { storage: { local: { get(): Promise<object>; remove(keys: string[]): Promise<void> } } };
      };
      const { local } = browser.storage;
      await local.remove(Object.keys(await local.get()).filter((key) => key.startsWith("blanks ")));
    });
    const frame = await command(editor, TO_FILL.title);
    await page.press("Enter");
    await expect.poll(() => frame.evaluate(() => document.activeElement?.localName)).toBe("textarea");
    await frame.type("a lighthouse");
    await frame.press("Control+Enter");
    await expect.poll(state).toEqual([`Before ${linesIn(editor, FILLED.split("\n"))}after`, 0]);
    await isGone();
  });

  it("Esc leads back from the text to the list, and from there to the words as they were", async () => {
    const { page } = visit;
    const frame = await command("lexical", TO_FILL.title);
    await page.press("Enter");
    await expect.poll(() => frame.evaluate(() => document.activeElement?.localName)).toBe("textarea");
    await frame.press("Escape");
    await expect.poll(() => frame.evaluate(() => document.querySelector("[aria-selected=true]") !== null)).toBe(true);
    await page.press("Escape");
    await isGone();
    await page.type("!");
    await expect.poll(state).toEqual([`Before /${TO_FILL.title}!after`, 0]);
  });

  it("copies a text that does not fit into the field, and says so", async () => {
    const { page, picker, enterPage } = visit;
    await page.goto(pages.address("limited", { text: "" }));
    await enterPage();
    await page.type("/letter");
    const frame = await vi.waitUntil(picker, { timeout: 120_000 });
    const isFound = () => frame.evaluate(() => document.querySelector("[aria-busy=false] mark") !== null);
    await vi.waitUntil(() => isFound().catch(() => false), { timeout: 120_000 });
    await page.press("Control+Enter");
    await expect.poll(() => frame.text()).toContain("The field did not take the text, so it is copied.");
    expect(await state()).toEqual(["/letter", 0]);
    await page.press("Escape");
    await isGone();
  });

  it("is not allowed any more where the person forbids it, in the browser's settings or in the panel's", async () => {
    const { panel, grant } = visit;
    const origins = () =>
      panel.evaluate(async () => {
        const { browser } = globalThis as unknown as Permissions;
        return (await browser.permissions.getAll()).origins;
      });
    await panel.evaluate(async () => {
      const { browser } = globalThis as unknown as Permissions;
      await browser.permissions.remove({ origins: ["http://127.0.0.1/*"] });
    });
    await openEditor("textarea");
    await panel.click("button", "Settings");
    await says("Allow on 127.0.0.1");
    await grant("http://127.0.0.1/*");
    expect(await origins()).toEqual(["http://127.0.0.1/*"]);
    await panel.click("button", "Allow on 127.0.0.1");
    await says("Remove");
    await panel.click("button", "Remove 127.0.0.1");
    await says("Allow on 127.0.0.1");
    await expect.poll(origins).toEqual([]);
    await panel.click("button", "Back to the list");
    await expect.poll(rows).toBeGreaterThan(0);
  });
});

it("the browser has found nothing wrong with the extension", async () => {
  // A hint on speed, which comes or does not as the machine is slow or fast.
  const hint = "Layout was forced before the page was fully loaded.";
  expect((await visit.complaints()).filter((words) => !words.includes(hint))).toEqual([]);
});
