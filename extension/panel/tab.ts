import { browser } from "wxt/browser";
import type { Insertion } from "../page/protocol";

/** Where a text would go: into an editor of the active tab's page, if the panel may write there and there is one. */
export type Target = { kind: "editor" | "no field"; host: string } | { kind: "no access" };

export async function findTarget(): Promise<Target> {
  const found = await runInPage(
    () => ({ host: location.host, hasEditor: globalThis.__polyprompt?.hasEditor() ?? false }),
    [],
  );
  if (!found) return { kind: "no access" };
  return { kind: found.hasEditor ? "editor" : "no field", host: found.host };
}

export async function insertIntoTab(text: string): Promise<Insertion | "no access"> {
  const insertion = await runInPage((words) => globalThis.__polyprompt?.insert(words), [text]);
  return insertion ?? "no access";
}

/**
 * Runs a function in the page of the active tab, after the page script. The browser takes it as text: it knows nothing but its arguments.
 * @returns undefined without access. Browsers grant it for the tab in which a person presses the extension's button, until it leaves the site;
 * never for their own pages.
 */
async function runInPage<TArguments extends string[], TResult>(
  func: (...args: TArguments) => TResult,
  args: TArguments,
): Promise<Awaited<TResult> | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  const where = { target: { tabId: tab.id }, world: "MAIN" } as const;
  try {
    await browser.scripting.executeScript({ ...where, files: ["/page.js"] });
    const [frame] = await browser.scripting.executeScript({ ...where, func, args });
    return frame?.result ?? undefined;
  } catch {
    return undefined;
  }
}
