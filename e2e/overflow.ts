import type { Frame, Page } from "playwright-core";

interface Overflow {
  by: number;
  outermost: string[];
}

/** By how much a page can be scrolled sideways, and what makes it so wide. */
export function overflow(page: Page | Frame): Promise<Overflow> {
  return page.evaluate(overflowHere);
}

/** The same of the document in which this runs. */
export function overflowHere(): Overflow {
  const { scrollWidth, clientWidth } = document.documentElement;
  const outside = [...document.querySelectorAll("body *")].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return right > clientWidth + 1 || left < -1;
  });
  const by = scrollWidth - clientWidth;
  return { by, outermost: by > 0 ? outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)) : [] };
}

/** What is beyond the window and within nothing that scrolls or cuts it off. */
export function outsideWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== "visible" || isCut(element.parentElement));
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
      .filter((element) => !element.closest("details:not([open]) > :not(summary)"))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > document.documentElement.clientWidth + 1);
      })
      .filter((element) => !isCut(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
