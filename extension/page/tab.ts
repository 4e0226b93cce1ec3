import { browser } from "wxt/browser";
import type { Insertion } from "./protocol";

/** @param command what the text takes the place of, before the cursor; with an empty one, the selection */
export async function insertIntoTab(tabId: number, text: string, command = ""): Promise<Insertion | "no access"> {
  const insertion = await runInPage(tabId, (words, before) => globalThis.__polyprompt?.insert(words, before), [
    text,
    command,
  ]);
  return insertion ?? "no access";
}

/**
 * Runs a function in the page of a tab, after the page script. The browser takes it as text: it knows nothing but its arguments.
 * @returns undefined without access. Browsers grant it for the tab in which a person presses the extension's button, until it leaves the site,
 * and for sites that a person has allowed; never for their own pages.
 */
export async function runInPage<TArguments extends string[], TResult>(
  tabId: number,
  func: (...args: TArguments) => TResult,
  args: TArguments,
): Promise<Awaited<TResult> | undefined> {
  const where = { target: { tabId }, world: "MAIN" } as const;
  try {
    await browser.scripting.executeScript({ ...where, files: ["/page.js"] });
    const [frame] = await browser.scripting.executeScript({ ...where, func, args });
    return frame?.result ?? undefined;
  } catch {
    return undefined;
  }
}
