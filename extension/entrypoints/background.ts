import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import { OPENED } from "../page/protocol";

/** The types are Chrome's. */
interface Firefox {
  sidebarAction: { open(): Promise<void> };
}

/** Opens the panel beside the tab. A press on the button, or its shortcut, also lets the panel insert into that tab (`activeTab`). */
export default defineBackground(() => {
  browser.action.onClicked.addListener((tab) => {
    if (import.meta.env.CHROME) void browser.sidePanel.open({ windowId: tab.windowId });
    else void (browser as unknown as Firefox).sidebarAction.open();
    // One that is open already learns that it may write here now; there may be none.
    browser.runtime.sendMessage(OPENED).catch(() => undefined);
  });
});
