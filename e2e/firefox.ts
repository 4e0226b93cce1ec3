import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, vi } from "vitest";
import { extensionPath } from "../contract/extension";
import { type Bidi, BidiPage, connectBidi } from "./bidi";
import { fontEnvironment } from "./fonts";
import { installPackages, onSystem } from "./system";

const BROWSERS = ["firefox-esr", "firefox"];
const ON_MACOS = "/Applications/Firefox.app/Contents/MacOS/firefox";

/** Firefox to test with: at FIREFOX_PATH or on the system; else it is installed as the system's package, where we may. */
export function findFirefox(): string | undefined {
  const find = () => process.env.FIREFOX_PATH ?? onSystem(BROWSERS) ?? (existsSync(ON_MACOS) ? ON_MACOS : undefined);
  if (find() === undefined) installPackages("firefox-esr");
  return find();
}

/** Of a person who reads English, in a browser that stands still. */
const PREFERENCES = {
  "intl.accept_languages": "en",
  "browser.startup.page": 0,
  "browser.aboutwelcome.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "ui.prefersReducedMotion": 1,
};

export interface SidebarVisit extends AsyncDisposable {
  /** An ordinary page, beside which the sidebar is. */
  page: BidiPage;
  /** The extension's document in the sidebar. */
  panel: BidiPage;
  /** Presses Alt+Shift+P at the browser's window, as a person does whose page is in front. */
  press(): Promise<void>;
  /** Puts the keyboard's focus into the panel: Firefox leaves it in the page, and lets no extension take it. */
  enterPanel(): Promise<void>;
  /** Puts it into the page again. */
  enterPage(): Promise<void>;
  setColorScheme(scheme: "dark" | "light"): Promise<void>;
  /** Grants the extension a match pattern: nobody can press the browser's own question here. */
  grant(pattern: string): Promise<void>;
  /** The extension's document in a frame of the page, if there is one. */
  picker(): Promise<BidiPage | undefined>;
  /** What the browser's console has of the extension: errors, and warnings about its manifest. */
  complaints(): Promise<string[]>;
}

/** Opens a page in Firefox with the extension that the site serves, and opens the sidebar beside it by the extension's own shortcut. */
export async function openSidebar(address: string): Promise<SidebarVisit> {
  const { bidi, quit } = await launch();
  try {
    const archive = await (await fetch(inject("site") + extensionPath("firefox"))).arrayBuffer();
    const value = Buffer.from(archive).toString("base64");
    await bidi.send("webExtension.install", { extensionData: { type: "base64", value } });
    const page = new BidiPage(bidi, await topContext(bidi, {}));
    const window = new BidiPage(bidi, await topContext(bidi, { "moz:scope": "chrome" }));
    await page.goto(address);
    await window.evaluate(driveSidebar);
    await window.evaluate(() => (globalThis as SidebarWindow).polyprompt.started());
    const press = () => window.evaluate(() => (globalThis as SidebarWindow).polyprompt.press());
    const context = () => window.evaluate(() => (globalThis as SidebarWindow).polyprompt.context());
    await press();
    const panel = new BidiPage(bidi, await vi.waitUntil(context, { timeout: 120_000 }));
    // Until then Firefox makes the document anew.
    const isThere = () => panel.evaluate(() => document.querySelector("input[type=search]") !== null);
    await vi.waitUntil(() => isThere().catch(() => false), { timeout: 120_000 });
    return {
      page,
      panel,
      press,
      enterPanel: () => window.evaluate(() => (globalThis as SidebarWindow).polyprompt.focusPanel()),
      enterPage: () => window.evaluate(() => (globalThis as SidebarWindow).polyprompt.focusPage()),
      setColorScheme: (wanted) =>
        window.evaluate((scheme) => (globalThis as SidebarWindow).polyprompt.setColorScheme(scheme), wanted),
      grant: (wanted) => window.evaluate((pattern) => (globalThis as SidebarWindow).polyprompt.grant(pattern), wanted),
      async picker() {
        const [frame] = (await contexts(bidi, { root: page.context })).flatMap(({ children }) => children ?? []);
        return frame?.url.endsWith("/picker.html") ? new BidiPage(bidi, frame.context) : undefined;
      },
      complaints: () => window.evaluate(() => (globalThis as SidebarWindow).polyprompt.complaints()),
      [Symbol.asyncDispose]: quit,
    };
  } catch (error) {
    await quit();
    throw error;
  }
}

interface Context {
  context: string;
  url: string;
  children: Context[] | null;
}

async function contexts(bidi: Bidi, scope: object): Promise<Context[]> {
  return (await bidi.send<{ contexts: Context[] }>("browsingContext.getTree", scope)).contexts;
}

async function topContext(bidi: Bidi, scope: object): Promise<string> {
  const [first] = await contexts(bidi, scope);
  return first?.context ?? "";
}

interface Running {
  bidi: Bidi;
  quit(): Promise<void>;
}

async function launch(): Promise<Running> {
  const path = inject("firefox");
  if (path === undefined)
    throw new Error(
      "There is no Firefox to test with. Install one (for example: apt-get install firefox-esr) or set FIREFOX_PATH.",
    );
  const profile = mkdtempSync(join(tmpdir(), "polyprompt-firefox-"));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, "user.js"), lines.join(""));
  // System access lets us see the window around the pages, where the sidebar is.
  const args = ["--headless", "--no-remote", "--remote-debugging-port=0", "--remote-allow-system-access"];
  const firefox = spawn(path, [...args, "--profile", profile], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...fontEnvironment(inject("fonts")?.noto) },
  });
  const ended = once(firefox, "exit");
  const endedWith = async (end: () => unknown) => {
    end();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const bidi = await connectBidi(await addressOf(firefox));
    // Its answer may not come any more.
    return { bidi, quit: () => endedWith(() => bidi.send("browser.close").catch(() => undefined)) };
  } catch (error) {
    await endedWith(() => firefox.kill());
    throw error;
  }
}

/** Firefox writes it once it can be connected to. */
function addressOf(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = "";
    firefox.stderr?.setEncoding("utf8").on("data", (text: string) => {
      written += text;
      const address = /^WebDriver BiDi listening on (ws:\S+)$/m.exec(written)?.[1];
      if (address) resolve(address);
    });
    firefox.once("error", reject);
    firefox.once("exit", () => reject(new Error(`Firefox has ended: ${written}`)));
  });
}

/** Left in the browser's window, for all that no page can do. */
interface Sidebar {
  /** Once the extension's background listens. */
  started(): Promise<void>;
  /** The browsing context of the extension's document, once there is one. */
  context(): string | null;
  press(): void;
  focusPanel(): void;
  focusPage(): void;
  setColorScheme(scheme: "dark" | "light"): void;
  grant(pattern: string): Promise<void>;
  complaints(): string[];
}

type SidebarWindow = typeof globalThis & { polyprompt: Sidebar };

/** What we use of Firefox's own objects. */
interface FirefoxWindow extends SidebarWindow {
  Cc: Record<string, { createInstance(of: unknown): TextInputProcessor }>;
  Ci: { nsITextInputProcessor: unknown };
  ChromeUtils: {
    importESModule(address: string): { NavigableManager: NavigableManager; ExtensionPermissions: ExtensionPermissions };
  };
  Services: { console: { getMessageArray(): { message: string }[] } };
  WebExtensionPolicy: {
    getActiveExtensions(): { id: string; extension: Extension }[];
  };
  gBrowser: { selectedBrowser: XulBrowser };
  SidebarController: { browser: { contentDocument: Document | null } };
}

interface Extension {
  promiseBackgroundStarted(): Promise<void>;
}

interface ExtensionPermissions {
  add(id: string, granted: { permissions: string[]; origins: string[] }, extension: Extension): Promise<void>;
}

interface TextInputProcessor {
  beginInputTransactionForTests(window: unknown): void;
  keydown(event: KeyboardEvent): void;
  keyup(event: KeyboardEvent): void;
}

interface NavigableManager {
  getBrowserById(id: string): XulBrowser | null;
  getIdForBrowser(browser: XulBrowser): string | null;
}

interface XulBrowser extends HTMLElement {
  permanentKey?: object;
  browsingContext: { prefersColorSchemeOverride: "dark" | "light" };
}

/**
 * Runs in the browser's window. BiDi looks for a document in tabs alone: here it learns of the sidebar's, too, and can drive it as any
 * other.
 */
function driveSidebar(): void {
  const firefox = globalThis as FirefoxWindow;
  const { Cc, Ci, ChromeUtils, gBrowser, Services, SidebarController, WebExtensionPolicy } = firefox;
  const { NavigableManager } = ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
  const inTabs = NavigableManager.getBrowserById.bind(NavigableManager);
  const sidebar = () => {
    const found = SidebarController.browser.contentDocument?.getElementById("webext-panels-browser");
    return (found ?? null) as XulBrowser | null;
  };
  const context = () => {
    const browser = sidebar();
    if (browser) browser.permanentKey ??= {};
    return browser && NavigableManager.getIdForBrowser(browser);
  };
  NavigableManager.getBrowserById = (id) => (id === context() ? sidebar() : inTabs(id));

  const ours = () => {
    const found = WebExtensionPolicy.getActiveExtensions().find(({ id }) => id.startsWith("polyprompt@"));
    if (!found) throw new Error("Firefox has not started the extension.");
    return found;
  };

  firefox.polyprompt = {
    started: () => ours().extension.promiseBackgroundStarted(),
    async grant(pattern) {
      const { ExtensionPermissions } = ChromeUtils.importESModule(
        "resource://gre/modules/ExtensionPermissions.sys.mjs",
      );
      const { id, extension } = ours();
      await ExtensionPermissions.add(id, { permissions: [], origins: [pattern] }, extension);
    },
    context,
    press() {
      const input = Cc["@mozilla.org/text-input-processor;1"]?.createInstance(Ci.nsITextInputProcessor);
      input?.beginInputTransactionForTests(firefox);
      const keys = [
        { key: "Alt", code: "AltLeft", keyCode: 18 },
        { key: "Shift", code: "ShiftLeft", keyCode: 16 },
        { key: "P", code: "KeyP", keyCode: 80 },
      ].map((key) => new KeyboardEvent("", key));
      for (const key of keys) input?.keydown(key);
      for (const key of keys.reverse()) input?.keyup(key);
    },
    focusPanel: () => sidebar()?.focus(),
    focusPage: () => gBrowser.selectedBrowser.focus(),
    setColorScheme(scheme) {
      const browser = sidebar();
      if (browser) browser.browsingContext.prefersColorSchemeOverride = scheme;
    },
    complaints: () =>
      Services.console
        .getMessageArray()
        .map(({ message }) => message)
        .filter((words) => /moz-extension:|polyprompt/.test(words)),
  };
}
