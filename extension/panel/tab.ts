import { browser } from "wxt/browser";
import { copyText } from "../page/clipboard";
import type { Delivered } from "../page/protocol";
import { insertIntoTab, runInPage } from "../page/tab";

/** Where a text would go: into an editor of the active tab's page, if the panel may write there and there is one. */
export type Target = { kind: "editor" | "no field"; origin: string; host: string } | { kind: "no access" };

export async function findTarget(): Promise<Target> {
  const tabId = await activeTab();
  if (tabId === undefined) return { kind: "no access" };
  const read = () => ({
    origin: location.origin,
    host: location.host,
    hasEditor: globalThis.__polyprompt?.hasEditor() ?? false,
  });
  const found = await runInPage(tabId, read, []);
  if (!found) return { kind: "no access" };
  const { hasEditor, ...where } = found;
  return { kind: hasEditor ? "editor" : "no field", ...where };
}

/** Inserts a text into the active tab; where that cannot be, copies it. */
export async function deliverToActiveTab(text: string): Promise<Delivered> {
  const tabId = await activeTab();
  const insertion = tabId === undefined ? "no access" : await insertIntoTab(tabId, text);
  return insertion === "inserted" ? insertion : copyText(text, insertion);
}

async function activeTab(): Promise<number | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.id;
}
