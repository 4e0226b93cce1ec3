import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import { isInsertMessage, OPENED } from "../page/protocol";
import { selectedText } from "../page/selection";
import { insertIntoTab } from "../page/tab";
import { registerScript } from "../picker/sites";
import { keepDraft } from "../site/draft";

/** The types are Chrome's. */
interface Firefox {
  sidebarAction: { open(): Promise<void> };
}

/** The types know no names of messages. */
interface Messages {
  getMessage(name: string): string;
}

const SAVE_SELECTION = "save-selection";

/** Opens the panel beside the tab. A press on the button, or its shortcut, also lets the panel insert into that tab (`activeTab`). */
export default defineBackground(() => {
  browser.action.onClicked.addListener((tab) => {
    openPanel(tab.windowId);
    // One that is open already learns that it may write here now; there may be none.
    browser.runtime.sendMessage(OPENED).catch(() => undefined);
  });

  browser.runtime.onInstalled.addListener(() => {
    void addMenu();
    void registerScript();
  });
  browser.runtime.onMessage.addListener((message: unknown, { tab }, answer) => {
    if (!isInsertMessage(message) || tab?.id === undefined) return false;
    void insertIntoTab(tab.id, message.insert, message.command).then(answer);
    // The answer comes later.
    return true;
  });
  browser.contextMenus.onClicked.addListener((press, tab) => {
    // First: the browser opens a panel only while it answers a person's press.
    if (tab) openPanel(tab.windowId);
    void readSelection(press, tab?.id).then(keepDraft);
  });
});

function openPanel(windowId: number): void {
  if (import.meta.env.CHROME) void browser.sidePanel.open({ windowId });
  else void (browser as unknown as Firefox).sidebarAction.open();
}

async function addMenu(): Promise<void> {
  await browser.contextMenus.removeAll();
  browser.contextMenus.create({
    id: SAVE_SELECTION,
    title: (browser.i18n as unknown as Messages).getMessage("saveSelection"),
    contexts: ["selection"],
  });
}

interface Press {
  selectionText?: string | undefined;
  frameId?: number | undefined;
}

/** The selection with its line breaks. The browser itself hands it over as one line: that is left where the page cannot be read. */
async function readSelection({ selectionText = "", frameId = 0 }: Press, tabId: number | undefined): Promise<string> {
  if (tabId === undefined) return selectionText;
  try {
    const target = { tabId, frameIds: [frameId] };
    const [frame] = await browser.scripting.executeScript({ target, func: selectedText });
    return frame?.result || selectionText;
  } catch {
    return selectionText;
  }
}
