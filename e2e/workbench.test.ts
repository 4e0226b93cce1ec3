import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type Locale, localePath } from "../contract/locales";
import { isDeep } from "../server/platform/testing/deep";
import { shareAs } from "./community";
import { blanksIn, CATALOGUE, copiedText, promptText, displayedText } from "./library";
import { cards } from "./lists";
import { overflow } from "./overflow";
import { scrollTo, visit, waitUntilUsable } from "./visit";
import { translate } from "./words";

const CLIPBOARD = {
  permissions: ["clipboard-read", "clipboard-write"],
};
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const OLDEST = "?sort=release&order=asc";
/** A blank with a default in a sentence, and one without that has its line to itself. */
const LETTER = 1;
/** Four blanks in the first line; only the first has no default. */
const SENTENCE = 3;

const contentOf = (number: number, locale: Locale = "en") => promptText(locale, number).content;
const labelsOf = (number: number, locale: Locale = "en") =>
  blanksIn(contentOf(number, locale)).map(({ label }) => label);
/** The text with these values in its blanks, by their order. */
function filled(number: number, values: readonly string[], locale: Locale = "en"): string {
  const names = blanksIn(contentOf(number, locale)).map(({ name }) => name);
  const byName = values.flatMap((value, index) => (value === "" ? [] : [[names[index] ?? "", value]]));
  return copiedText(contentOf(number, locale), Object.fromEntries(byName) as Record<string, string>);
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const prompt = (page: Page) => page.locator("article[aria-labelledby=title]");
const text = (page: Page) => prompt(page).getByRole("region");
const fields = (within: Page | Locator) => within.getByRole("main").or(within.locator("article")).getByRole("textbox");
const workbench = (page: Page) => prompt(page).getByRole("complementary");
const copyIn = (part: Locator, locale: Locale = "en") =>
  part.getByRole("button", { name: translate(locale, "Copy"), exact: true });
const copiedIn = (part: Locator, locale: Locale = "en") =>
  part.getByRole("button", { name: translate(locale, "Copied"), exact: true });
const meter = (page: Page) => workbench(page).getByRole("status");
const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement);
const values = (all: Locator) => all.evaluateAll((them) => them.map((it) => (it as HTMLTextAreaElement).value));
const cardOf = (page: Page, number: number) => cards(page).nth(CATALOGUE.findIndex(({ id }) => id === number));
const blanksOf = (card: Locator) => card.locator("[role=button][data-state]");

/** Copies with the button of that part of the page, and returns what was copied. */
async function copyFrom(page: Page, part: Locator, locale: Locale = "en"): Promise<string> {
  await copyIn(part, locale).click();
  await copiedIn(part, locale).waitFor();
  return clipboard(page);
}

const NONE = { by: 0, outermost: [] };

const [PARTS, ENGLISH, MANY] = [0, 1, 2] as const;
const PARTS_CONTENT =
  "- Write to {{reader}} in {{tone:a warm tone}}.\n\nThe letter:\n{{letter|your letter}}\n\nThen stop, {{reader}}.";
const MANY_BLANKS = Array.from({ length: 120 }, (_, index) => `{{b${index}}}`).join(" ");
const numbers = shareAs("Workbench-Yak", [
  { texts: [{ locale: "en", title: "A letter of many lines", content: PARTS_CONTENT }] },
  { texts: [{ locale: "en", title: "An English text", content: `Tell {{who}} about ${"many words ".repeat(30)}.` }] },
  { texts: [{ locale: "en", title: "A form of many blanks", content: MANY_BLANKS }] },
]);
const shared = (index: number, locale: Locale = "en") => localePath(locale, `/prompt/${numbers[index] ?? 0}`);

const NARROW = [
  ["ru", "dejavu"],
  ["bn", "noto"],
] as const;

describe("the text of a prompt's page is its form", () => {
  it.each(isDeep ? NARROW : NARROW.slice(0, 1))(
    "in %s (%s) the bar holds Copy and Open in on narrow phones, and with large text",
    async (code, fonts) => {
      const options = { fonts, viewport: { width: 320, height: 640 } };
      await visit(localePath(code, `/prompt/${SENTENCE}`), options, async ({ page, open }) => {
        /** The places of Copy and Open in, which are whole and in the window. */
        const rows = async () => {
          const boxes = await workbench(page)
            .locator("button[data-look=bench]")
            .evaluateAll((all) =>
              all.map((it) => {
                const { left, right, top, bottom } = it.getBoundingClientRect();
                const { fontSize } = getComputedStyle(it);
                // A second line would make the button as high as this.
                const isCut = it.scrollWidth > it.clientWidth || bottom - top > 2.5 * parseFloat(fontSize) + 14;
                return { top, isWhole: left >= 0 && right <= innerWidth && bottom <= innerHeight && !isCut };
              }),
            );
          expect(boxes.map(({ isWhole }) => isWhole)).toEqual([true, true]);
          return new Set(boxes.map(({ top }) => top)).size;
        };
        expect(await rows()).toBe(1);
        await page.setViewportSize({ width: 390, height: 640 });
        expect(await rows()).toBe(1);
        await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
        expect(await rows()).toBe(2);
        // The page ends above the bar, however high it is.
        const end = page.getByRole("contentinfo").getByRole("link").last();
        await expect
          .poll(async () => {
            await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
            const [box, bar] = [
              await end.boundingBox(),
              await workbench(page).locator("button[data-look=bench]").first().boundingBox(),
            ];
            return (box?.y ?? 0) + (box?.height ?? 0) <= (bar?.y ?? 0);
          })
          .toBe(true);
        // Cards too.
        await page.setViewportSize({ width: 320, height: 640 });
        await open(localePath(code, `/${OLDEST}`));
        const heights = await cards(page)
          .locator("button[data-look=card]")
          .evaluateAll((all) => [...new Set(all.map((it) => (it as HTMLElement).offsetHeight))]);
        expect(heights).toEqual([44]);
      });
    },
  );

  it("by keyboard on a narrow window: what has the focus stays above the bar, also on the home page", async () => {
    await visit("/en/", { viewport: { width: 390, height: 500 } }, async ({ page, open }) => {
      for (const path of ["/en/", `/en/prompt/${LETTER}`]) {
        if (path !== "/en/") await open(path);
        const part = page.locator("article").filter({ has: page.getByRole("complementary") });
        const bar = part.locator("button[data-look=bench]").first();
        await part.locator("a, summary").first().focus();
        let seen = 0;
        while (!(await hasFocus(bar))) {
          const covered = await page.evaluate(() => {
            const { left, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
            const hit = document.elementFromPoint(left + 4, bottom - 4);
            return document.activeElement?.contains(hit) ? null : document.activeElement?.outerHTML;
          });
          expect(covered).toBeNull();
          seen += 1;
          await page.keyboard.press("Tab");
        }
        expect(seen).toBeGreaterThan(3);
      }
    });
  });

  it("focusing and typing move nothing but what follows on the line; a blank grows with its text, and loses no pasted line", async () => {
    await visit(shared(PARTS), { ...CLIPBOARD, viewport: { width: 1280, height: 900 } }, async ({ page }) => {
      await page.evaluate(() => {
        const shift = { score: 0 };
        Object.assign(window, { shift });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift.score += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift" });
      });
      const places = () =>
        page
          .locator("main :is(h1, h2, h3, p, li, button, summary), main textarea")
          .evaluateAll((all) =>
            all.map((it) => [
              it.tagName,
              ...Object.values(it.getBoundingClientRect().toJSON() as DOMRect).map(Math.round),
            ]),
          );
      const atRest = await places();
      for (const field of await fields(page).all()) await field.focus();
      expect(await places()).toEqual(atRest);
      // The words of the default stand in the field as they stood in its place.
      await fields(page).nth(1).fill("a warm tone");
      expect((await places()).filter(([tag]) => tag === "TEXTAREA")).toEqual(
        atRest.filter(([tag]) => tag === "TEXTAREA"),
      );
      await fields(page).nth(2).fill("One line");
      expect((await places()).filter(([tag]) => tag === "TEXTAREA")).toEqual(
        atRest.filter(([tag]) => tag === "TEXTAREA"),
      );
      // Two frames, so that the browser has reported what it saw.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await page.evaluate(() => (window as unknown as { shift: { score: number } }).shift.score)).toBe(0);

      await workbench(page).getByRole("button", { name: "Clear" }).click();
      const [reader, tone, letter] = [fields(page).nth(0), fields(page).nth(1), fields(page).nth(2)];
      const isWhole = (field: Locator) =>
        field.evaluate((it) => it.scrollHeight <= it.clientHeight + 1 && it.scrollWidth <= it.clientWidth + 1);
      const before = (await letter.boundingBox())?.height ?? 0;
      const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of the letter`);
      await letter.focus();
      await page.keyboard.type("Line 1 of the letter");
      await page.keyboard.press("Enter");
      await page.keyboard.insertText(lines.slice(1).join("\n"));
      expect(await letter.inputValue()).toBe(lines.join("\n"));
      expect((await letter.boundingBox())?.height ?? 0).toBeGreaterThan(2 * before);
      expect(await isWhole(letter)).toBe(true);
      // An empty last line has its place.
      const full = (await letter.boundingBox())?.height ?? 0;
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await letter.boundingBox())?.height).toBeGreaterThan(full + 10);
      expect(await isWhole(letter)).toBe(true);

      await page.evaluate(() => navigator.clipboard.writeText("my\nold\n\nfriend"));
      await reader.focus();
      await page.keyboard.press("Control+v");
      expect(await reader.inputValue()).toBe("my\nold\n\nfriend");
      expect(await isWhole(reader)).toBe(true);
      await tone.fill("an unusually ceremonious tone, as befits a letter of twenty lines to an old friend");
      expect(await isWhole(tone)).toBe(true);
      const copied = PARTS_CONTENT.replaceAll("{{reader}}", "my\nold\n\nfriend")
        .replace("{{tone:a warm tone}}", await tone.inputValue())
        .replace("{{letter|your letter}}", `${lines.join("\n")}\n`);
      expect(await copyFrom(page, workbench(page))).toBe(copied);
    });
  });

  it("a very long word stays within the page, and so does what is said of many blanks", async () => {
    await visit(shared(PARTS), { viewport: { width: 320, height: 640 } }, async ({ page, open }) => {
      for (const field of await fields(page).all()) await field.fill("x".repeat(3000));
      expect(await overflow(page)).toEqual(NONE);
      for (const field of await fields(page).all()) {
        expect(await field.evaluate((it) => it.scrollHeight <= it.clientHeight + 1)).toBe(true);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await overflow(page)).toEqual(NONE);
      await page.setViewportSize({ width: 320, height: 640 });
      await open(shared(MANY));
      await fields(page).first().fill("Ada");
      await expect.poll(() => meter(page).innerText()).toBe("1 of 120 blanks ready");
      expect(await overflow(page)).toEqual(NONE);
    });
  });

  it("in Arabic by touch, fields are laid out and written from right to left; an English text on an Arabic page from left to right; the bar stays at the bottom edge", async () => {
    await visit(`/ar/prompt/${SENTENCE}`, { ...CLIPBOARD, ...PHONE }, async ({ page, open }) => {
      const labels = labelsOf(SENTENCE, "ar");
      const copy = copyIn(workbench(page), "ar");
      const inView = async () => {
        const box = await copy.boundingBox();
        return box !== null && box.y > PHONE.viewport.height - 100 && box.y + box.height <= PHONE.viewport.height;
      };
      expect(await inView()).toBe(true);
      await fields(page).last().tap();
      await page.keyboard.type("x");
      await page.evaluate(() => window.scrollTo(0, 300));
      expect(await inView()).toBe(true);
      // The bar does not cover the end of the page.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const end = await page.getByRole("contentinfo").getByRole("link").last().boundingBox();
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await copy.boundingBox())?.y ?? 0);
      await fields(page).last().fill("");
      expect(await fields(page).evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")))).toEqual(labels);
      const directions = () => fields(page).evaluateAll((all) => all.map((it) => getComputedStyle(it).direction));
      await fields(page).nth(0).fill("البنغالية والأردية");
      await fields(page).nth(1).fill("beginner");
      // Empty fields follow their placeholders.
      expect(await directions()).toEqual(["rtl", "ltr", "rtl", "rtl"]);
      const first = await fields(page).nth(0).boundingBox();
      const sheet = await text(page).boundingBox();
      expect((first?.x ?? 0) + (first?.width ?? 0)).toBeGreaterThan((sheet?.x ?? 0) + (sheet?.width ?? 0) / 2);
      expect(await overflow(page)).toEqual(NONE);
      expect(await copyFrom(page, workbench(page), "ar")).toBe(
        filled(SENTENCE, ["البنغالية والأردية", "beginner"], "ar"),
      );

      await open(shared(ENGLISH, "ar"));
      const lines = text(page).locator("[lang=en]:has(> span)");
      expect(await lines.evaluate((it) => [getComputedStyle(it).direction, getComputedStyle(it).textAlign])).toEqual([
        "ltr",
        "start",
      ]);
      expect(await directions()).toEqual(["ltr"]);
      await fields(page).first().fill("Ada");
      const [field, box] = [await fields(page).first().boundingBox(), await lines.boundingBox()];
      expect(field?.x ?? 0).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0) / 2);
      expect(await overflow(page)).toEqual(NONE);
    });
  });

  it("is printed alone, with what was filled in", async () => {
    await visit(`/en/prompt/${LETTER}`, {}, async ({ page }) => {
      await fields(page).nth(0).fill("curious children");
      await fields(page).nth(1).fill("First line\nSecond line");
      await page.emulateMedia({ media: "print" });
      const printed = await page.evaluate(() => {
        const isShown = (element: Element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.getBoundingClientRect().height > 1;
        const pieces: string[] = [];
        const read = (node: Node): void => {
          if (node instanceof Text) {
            const words = node.data.trim();
            if (words && node.parentElement && isShown(node.parentElement)) pieces.push(words);
            return;
          }
          if (!(node instanceof Element) || ["SCRIPT", "STYLE", "TEXTAREA"].includes(node.tagName)) return;
          const before = getComputedStyle(node, "::before");
          if (before.visibility === "visible" && node.checkVisibility() && before.content.startsWith('"')) {
            pieces.push(before.content.slice(1, -1));
          }
          node.childNodes.forEach(read);
        };
        read(document.body);
        return pieces.join("");
      });
      const { title, remark } = promptText("en", LETTER);
      const plain = (value: string) => value.replace(/\\a |\s+/g, "");
      expect(plain(printed)).toBe(
        plain(`${title} ${remark} ${filled(LETTER, ["curious children", "First line\nSecond line"])}`),
      );
      expect(await page.locator("textarea:visible").count()).toBe(0);
    });
  });
});

describe("the pick of the day", () => {
  it("has Copy on a phone's first screen, below its text, and not beyond it, in Russian, too", async () => {
    await visit("/ru/", PHONE, async ({ page }) => {
      const pick = page.locator("article[aria-labelledby=pick]");
      const bottom = async (element: Locator) => {
        const box = await element.boundingBox();
        return box ? box.y + box.height : Infinity;
      };
      for (const button of await pick.locator("button[data-look=bench]").all()) {
        expect(await bottom(button)).toBeLessThanOrEqual(PHONE.viewport.height);
      }
      expect(await bottom(pick.getByText(/^\d\/\d$/))).toBeLessThanOrEqual(PHONE.viewport.height);
      // The remark is not cut.
      expect(await pick.locator("p[lang]").evaluate((it) => it.scrollHeight <= it.clientHeight + 1)).toBe(true);
      await scrollTo(page.locator("#favorites"));
      await page.evaluate(() => document.querySelector("#favorites")?.scrollIntoView({ block: "center" }));
      expect(await bottom(copyIn(pick, "ru"))).toBeLessThan(await bottom(pick));
    });
  });
});

describe("a card", () => {
  it("lights up by touch, in the language of its text", async () => {
    await visit(`/de/${OLDEST}`, { ...CLIPBOARD, ...PHONE }, async ({ page }) => {
      const card = cardOf(page, LETTER);
      await card.getByRole("button", { name: translate("de", "Show in {name}", { name: "English" }) }).tap();
      await card.getByRole("heading", { name: promptText("en", LETTER).title }).waitFor();
      await blanksOf(card).first().tap();
      const field = card.getByRole("textbox").first();
      await expect.poll(() => hasFocus(field)).toBe(true);
      await page.keyboard.type("curious children");
      // Phones zoom in on smaller text.
      expect(await field.evaluate((it) => parseFloat(getComputedStyle(it).fontSize))).toBeGreaterThanOrEqual(16);
      expect(await field.getAttribute("lang")).toBe("en");
      // The whole text has been fetched, with a blank that the excerpt lacks.
      await expect.poll(() => card.getByRole("textbox").count()).toBe(2);
      expect(await overflow(page)).toEqual(NONE);
      await copyIn(card, "de").tap();
      await copiedIn(card, "de").waitFor();
      expect(await clipboard(page)).toBe(filled(LETTER, ["curious children"]));
    });
  });

  it.each(isDeep ? [390, 1280] : [390])("keeps its height when it lights up, at %i pixels", async (width) => {
    await visit(`/en/${OLDEST}`, { viewport: { width, height: 900 } }, async ({ page }) => {
      const heights = () => cards(page).evaluateAll((all) => all.map((it) => (it as HTMLElement).offsetHeight));
      const atRest = await heights();
      for (const number of [LETTER, SENTENCE, CATALOGUE[1]?.id ?? 0]) {
        const card = cardOf(page, number);
        // A clamped text scrolls to the blank.
        const place = (blank: Locator) =>
          blank.evaluate((it) => {
            const { x, y, width, height } = it.getBoundingClientRect();
            const start = it.closest("article")?.getBoundingClientRect();
            const scrolled = it.closest("div[lang]")?.scrollTop ?? 0;
            return [x - (start?.x ?? 0), y - (start?.y ?? 0) + scrolled, width, height].map(Math.round);
          });
        const pressed = await place(blanksOf(card).first());
        await blanksOf(card).first().click();
        await expect.poll(() => hasFocus(card.getByRole("textbox").first())).toBe(true);
        expect(await place(card.getByRole("textbox").first())).toEqual(pressed);
        // With the blanks that follow the excerpt.
        await expect.poll(() => card.getByRole("textbox").count()).toBe(labelsOf(number).length);
        expect(await heights()).toEqual(atRest);
      }
      // Each blank can be reached, above the place where the text fades out.
      const card = cardOf(page, LETTER);
      for (const field of await card.getByRole("textbox").all()) {
        await field.focus();
        const room = await field.evaluate((it) => {
          const box = it.closest("div[lang]")?.getBoundingClientRect();
          return (box?.bottom ?? 0) - it.getBoundingClientRect().bottom;
        });
        expect(room).toBeGreaterThanOrEqual(55);
      }
      expect(await heights()).toEqual(atRest);
      // A value of many lines is shown as it is typed.
      const last = card.getByRole("textbox").last();
      await last.fill(Array.from({ length: 12 }, (_, index) => `Line ${index}`).join("\n"));
      const isCut = (it: Element) => {
        const box = it.closest("div[lang]");
        return !box || box.scrollHeight > box.clientHeight + 1;
      };
      await expect.poll(() => last.evaluate(isCut)).toBe(false);
    });
  });
});

describe("an input method", () => {
  it("is not interrupted while composing on a card", async () => {
    const [code, word] = ["ja", "ベンガル語"] as const;
    const steps = ["べ", "べん", "べんが"];
    await visit(localePath(code, `/${OLDEST}`), {}, async ({ page, context }) => {
      const session = await context.newCDPSession(page);
      const press = (key: string) =>
        session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, code: key, windowsVirtualKeyCode: 229 });
      const compose = async (field: Locator) => {
        for (const composed of steps) {
          await session.send("Input.imeSetComposition", {
            text: composed,
            selectionStart: composed.length,
            selectionEnd: composed.length,
          });
          expect(await field.inputValue()).toBe(composed);
        }
        // These keys choose or dismiss a candidate; they are not for the page.
        for (const key of ["Enter", "Escape"]) {
          await press(key);
          expect(await hasFocus(field), key).toBe(true);
          expect(await field.inputValue(), key).toBe(steps.at(-1));
        }
        await session.send("Input.insertText", { text: word });
        expect(await field.inputValue()).toBe(word);
        expect(await hasFocus(field)).toBe(true);
      };
      const card = cardOf(page, SENTENCE);
      await blanksOf(card).first().click();
      await expect.poll(() => hasFocus(card.getByRole("textbox").first())).toBe(true);
      await compose(card.getByRole("textbox").first());
      await page.keyboard.press("Enter");
      expect(await hasFocus(card.getByRole("textbox").nth(1))).toBe(true);
    });
  });
});

describe("what was typed", () => {
  const STORED = `polyprompt.private.visitor#variables.${SENTENCE}`;
  const store = (entry: string) => (page: Page) =>
    page.addInitScript(
      ([key, value]) => {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
      },
      [STORED, entry] as const,
    );

  it("before the page was interactive is kept, beside stored values", async () => {
    let release: (() => void) | undefined;
    const opened = new Promise<void>((resolve) => (release = resolve));
    const prepare = async (page: Page) => {
      await store(JSON.stringify({ topic: "trains", language: "Hindi" }))(page);
      await page.route("**/assets/*.js", async (route) => {
        await opened;
        await route.continue();
      });
    };
    await visit("/en/docs/privacy-policy", { usable: false }, async ({ page }) => {
      await prepare(page);
      await page.goto(page.url().replace("docs/privacy-policy", `prompt/${SENTENCE}`), { waitUntil: "commit" });
      await fields(page).nth(0).pressSequentially("Bengali");
      await fields(page).nth(2).pressSequentially("flu");
      release?.();
      await waitUntilUsable(page);
      expect(await hasFocus(fields(page).nth(2))).toBe(true);
      await page.keyboard.type("ent");
      await expect.poll(() => values(fields(page))).toEqual(["Bengali", "trains", "fluent", ""]);
      expect(await meter(page).textContent()).toBe("4 of 4 blanks ready");
    });
  });
});

it("without scripts blanks read as their labels, and there is no field; those of a card lead to its page", async () => {
  await visit("/en/", { javaScriptEnabled: false }, async ({ page, open }) => {
    expect(await page.locator("main textarea:visible").count()).toBe(0);
    const card = cards(page)
      .filter({ has: page.locator("[role=button][data-state]") })
      .first();
    const title = await card.getByRole("heading").innerText();
    await blanksOf(card).first().click();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(title);
    await open(`/en/prompt/${LETTER}`);
    const lines = displayedText(contentOf(LETTER)).split("\n").filter(Boolean);
    const read = (await text(page).innerText()).replace(/\s+/g, " ");
    for (const line of lines) expect(read).toContain(line);
    expect(await page.locator("main").getByRole("textbox").count()).toBe(0);
    expect(await page.locator("main").getByRole("button").count()).toBe(0);
  });
});
