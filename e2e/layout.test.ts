import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { isDeep, sample } from "../server/platform/testing/deep";
import { CATALOGUE } from "./library";
import { outsideWindow, overflow } from "./overflow";
import { visit } from "./visit";

const PROMPT = `/prompt/${CATALOGUE[0]?.id ?? 0}`;
const HEIGHT = 900;

// Wider than most fonts, and the only ones of many systems.
it.each(isDeep ? ["de", "ru", "ar", "fr", "en"] : ["ru"])(
  "with the DejaVu fonts alone, nothing overflows sideways in %s",
  async (locale) => {
    await visit(`/${locale}/`, { fonts: "dejavu" }, async ({ page, open }) => {
      for (const path of ["/", PROMPT, "/docs/privacy-policy", "/community-prompts", "/user/auth"]) {
        if (path !== "/") await open(`/${locale}${path}`);
        for (const width of sample([320, 390, 600, 768, 1024, 1440], 4)) {
          await page.setViewportSize({ width, height: HEIGHT });
          expect(await overflow(page), `${path} at ${width}`).toEqual({ by: 0, outermost: [] });
          expect(await outsideWindow(page), `${path} at ${width}`).toEqual([]);
        }
      }
    });
  },
);

const ENLARGED = [
  ["de", "dejavu"],
  ["ar", "noto"],
  ["fr", "noto"],
  ["ru", "dejavu"],
  ["de", "noto"],
  ["ar", "dejavu"],
  ["fr", "dejavu"],
  ["ja", "noto"],
] as const;

it.each(isDeep ? ENLARGED : ENLARGED.slice(0, 2))(
  "with text of twice the size everything stays within the window, and the header's controls on one line (%s, %s)",
  async (locale, fonts) => {
    const options = { fonts, expectedComplaints: [/status of 404/] };
    await visit(`/${locale}/`, options, async ({ page, open }) => {
      const openEnlarged = async (path: string) => {
        await open(`/${locale}${path}`);
        await page.addStyleTag({ content: "html { font-size: 200% }" });
      };
      for (const path of ["/", PROMPT, "/docs/privacy-policy"]) {
        await openEnlarged(path);
        for (const width of sample([320, 390, 620, 768, 1024, 1440], 4)) {
          await page.setViewportSize({ width, height: HEIGHT });
          const outside = await page
            .locator(
              "header :is(a, summary, button, svg), main :is(h1, h2, h2 + span, .table, :not(.table) > table, nav, form, [data-look])",
            )
            .evaluateAll((elements) =>
              elements
                .filter((element) => element.checkVisibility({ visibilityProperty: true }))
                .filter((element) => !element.closest("details:not([open]) > :not(summary)"))
                .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 120) }))
                .filter(({ box }) => box.left < 0 || box.right > innerWidth)
                .map(({ text }) => text),
            );
          expect(outside, `${path} at ${width}`).toEqual([]);
          if (width === 320) expect(await outsideWindow(page), path).toEqual([]);
        }
        if (path !== "/") continue;
        const middles = await page
          .locator("header :is(a, summary, button):visible")
          .evaluateAll((all) =>
            all.map((it) => it.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
          );
        expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
        await page.setViewportSize({ width: 320, height: HEIGHT });
        const languages = page.locator("header details:has([hreflang])");
        await languages.locator("summary").click();
        expect(await outsideWindow(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
      await page.setViewportSize({ width: 320, height: HEIGHT });
      await openEnlarged("/nowhere");
      expect(await outsideWindow(page)).toEqual([]);
    });
  },
);

it("every touch target is large enough, and the main ones are larger on a phone", async () => {
  await visit("/en/", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async ({ page }) => {
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("a, button, [role=button], summary, textarea, input:not([type=hidden])")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ text: element.textContent.trim(), box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1) // Elements that show only on focus are one pixel wide.
        .map(({ text, box }) => ({ text, height: Math.round(box.height) })),
    );
    expect(sizes.filter(({ height }) => height < 24)).toEqual([]);
    const copies = sizes.filter(({ text }) => text.startsWith("Copy"));
    expect(copies.length).toBeGreaterThan(0);
    expect(copies.filter(({ height }) => height < 44)).toEqual([]);
  });
});

it("nothing moves for readers who prefer reduced motion", async () => {
  const countMovingElements = (page: Page) =>
    page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return `${transitionDuration}, ${animationDuration}`.split(", ").some((time) => parseFloat(time) > 0);
        }).length,
    );
  await visit("/en/", { reducedMotion: "no-preference" }, async ({ page, open }) => {
    expect(await countMovingElements(page)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await countMovingElements(page)).toBe(0);
    await open(`/en${PROMPT}`);
    expect(await countMovingElements(page)).toBe(0);
  });
});

it("every entry of an open menu can be pressed", async () => {
  await visit(`/en${PROMPT}`, {}, async ({ page, open }) => {
    for (const [locale, width] of [
      ["en", 1440],
      ["en", 320],
      ["ar", 390],
    ] as const) {
      await page.setViewportSize({ width, height: HEIGHT });
      if (locale !== "en") await open(`/${locale}${PROMPT}`);
      for (const part of ["header", "article"]) {
        const menu = page.locator(`${part} details:has([hreflang])`);
        await menu.locator("summary").click();
        const missed = await menu.locator("a").evaluateAll((links) =>
          links
            .filter((link) => {
              link.scrollIntoView({ block: "center", behavior: "instant" });
              const { left, right, top, bottom } = link.getBoundingClientRect();
              const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return left < 0 || right > innerWidth || !link.contains(hit);
            })
            .map((link) => link.textContent),
        );
        expect(missed, `${part} in ${locale} at ${width}`).toEqual([]);
        await page.keyboard.press("Escape");
      }
    }
  });
});
