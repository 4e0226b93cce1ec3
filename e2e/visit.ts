import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Disposable,
  type Locator,
  type Page,
  type Request,
} from "playwright-core";
import { expect, inject } from "vitest";
import { CHROMIUM_ARGUMENTS } from "./chromium";
import { fontEnvironment, type Fonts } from "./fonts";
import { openContext, returnProfile, SHARED_PROCESS_ARGUMENT, takeProfile } from "./profiles";

/** A host name that resolves to this machine; unlike localhost, browsers treat it as insecure, like any plain http site. */
export const PUBLIC_HOST = "prompts.example";

/** Most journeys end before optimized code pays off. */
const FAST_ARGUMENTS = [SHARED_PROCESS_ARGUMENT, "--js-flags=--no-maglev,--no-turbofan"];

const launched = new Map<Fonts, Promise<Browser>>();

/** One browser with these fonts for all files of a process; it ends with the process. */
function launch(fonts: Fonts): Promise<Browser> {
  const browser =
    launched.get(fonts) ??
    chromium.launch({
      executablePath: inject("chromiums").fast,
      args: [...CHROMIUM_ARGUMENTS, ...FAST_ARGUMENTS, `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1`],
      env: fontEnvironment(inject("fonts")?.[fonts]),
    });
  launched.set(fonts, browser);
  return browser;
}

let addresses = 0;

/**
 * A network address unique to the journey, for the proxy header. All browsers of a run are on this machine, and files run
 * side by side.
 */
export function uniqueAddress(): string {
  addresses += 1;
  return `10.${process.env.VITEST_POOL_ID ?? "0"}.${addresses >> 8}.${addresses & 255}`;
}

/** Tells this run, and this process of it, from all others. */
const RUN = randomUUID().slice(0, 8);
let names = 0;

/** A name that nothing else on the site has, in this run or in another. */
export function uniqueName(prefix: string): string {
  names += 1;
  return `${prefix}${RUN}x${names}`;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Requests for data so far: everything that is not a document, code, a style or an image. */
  dataRequests: string[];
  /** URLs of the documents loaded so far. Client-side navigation loads none. */
  documents: string[];
  /** Opens another URL of the site in the same tab; resolves to its status. */
  open(path: string): Promise<number>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** The visitor's network address, the site's rate limit key. By default each visit has its own. */
  address?: string;
  /** The URL of the site; by default that of this run. */
  site?: string;
  /** The fonts of the visitor's system. Default: Noto, which has all scripts. */
  fonts?: Fonts;
  /** Wait until the page is hydrated. Default: true, unless JavaScript is off. */
  usable?: boolean;
  /** Browser complaints that the journey causes on purpose. */
  expectedComplaints?: readonly RegExp[];
  /** Show the language hint, as to readers who have not chosen a language. Default: false. */
  showLanguageHint?: boolean;
  /** The network that the browser reports. With data saver on, nothing is prefetched. */
  connection?: { effectiveType?: string; saveData?: boolean };
  /** Origins of other sites that the journey opens. They are stubbed with an empty page; nothing leaves this machine. */
  otherSites?: readonly string[];
  /** Setup before the first page. */
  prepare?(page: Page): Promise<unknown>;
}

/**
 * Opens an address of the site in an empty browser profile, runs a journey and closes its pages. The journey fails when the browser had
 * anything to complain about: an error or a warning in the console, an uncaught error, a failed request, or one to another site; and when
 * its storage has what the privacy policy does not name.
 */
export async function visit(
  path: string,
  options: VisitOptions,
  journey: (visit: Visit) => Promise<void>,
): Promise<void> {
  const {
    site = inject("site"),
    address = uniqueAddress(),
    fonts = "noto",
    usable = options.javaScriptEnabled !== false,
    expectedComplaints: expected = [],
    showLanguageHint = false,
    connection,
    otherSites = [],
    prepare,
    ...contextOptions
  } = options;
  // Leaving a page aborts its pending requests.
  const causes = [
    ...expected,
    /\/(assets\/[\w.-]+|docs-images\/[\w./-]+|favicon\.svg|graphql|graphql\/stream(\?\S*)?) net::ERR_ABORTED$/,
  ];
  const profileOptions = { locale: "en-GB", ...contextOptions };
  const browser = await launch(fonts);
  // Other sites are visited a few times at most.
  const profile =
    site === inject("site") && fonts === "noto" ? await takeProfile(browser, site, profileOptions) : undefined;
  const context = profile?.context ?? (await openContext(browser, profileOptions));
  const initScripts: Disposable[] = [];
  let isDone = false;
  try {
    await context.setExtraHTTPHeaders({ "x-forwarded-for": address });
    for (const origin of otherSites) {
      await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    }
    const page = await context.newPage();
    const complaints = listen(page, new URL(site).origin);
    // With scripts off, Chromium reports module preloads as refused.
    if (options.javaScriptEnabled === false) causes.push(/\.js csp$/);
    const dataRequests: string[] = [];
    const documents: string[] = [];
    const pending = new Set<Request>();
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
    page.on("request", (request) => {
      pending.add(request);
      if (request.isNavigationRequest()) documents.push(request.url());
      // What is live is not asked for again and again; code is fetched before it is imported.
      const isOther = /\/graphql\/stream\?|\/assets\/[^/]+\.js$/.test(request.url());
      if (["fetch", "xhr"].includes(request.resourceType()) && !isOther) {
        dataRequests.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`);
      }
    });
    const open = async (at: string) => {
      const response = await page.goto(`${site}${at}`);
      if (usable) await waitUntilUsable(page);
      return response?.status() ?? 0;
    };
    if (!showLanguageHint) initScripts.push(await context.addInitScript(dismissLanguageHint));
    if (connection) initScripts.push(await context.addInitScript(reportConnection, connection));
    await prepare?.(page);
    await open(path);
    try {
      await journey({ page, context, dataRequests, documents, open });
    } catch (error) {
      // Often they tell the cause.
      if (error instanceof Error && complaints.length > 0) error.message += `\nThe browser: ${complaints.join("; ")}`;
      for (const request of pending) {
        if (error instanceof Error) error.message += `\nNot answered: ${request.url()} ${request.postData() ?? ""}`;
      }
      for (const each of context.pages()) {
        if (error instanceof Error) error.message += `\nA page: ${await shownOn(each)}`;
      }
      throw error;
    }
    // Also flushes the browser's pending messages.
    expect((await storedKeys(page)).filter((key) => !isInPrivacyPolicy(key))).toEqual([]);
    expect(complaints.filter((complaint) => !causes.some((cause) => cause.test(complaint)))).toEqual([]);
    isDone = true;
  } finally {
    // A request that a journey still delays ends with the page, and cannot be continued.
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    if (profile && isDone) {
      for (const script of initScripts) await script.dispose();
      await returnProfile(profile);
    } else {
      await context.close();
    }
  }
}

/** The beginning of what a page says, or why it cannot be read. */
async function shownOn(page: Page): Promise<string> {
  const text = await page.locator("body").innerText().catch(String);
  return `${page.url()} ${text.slice(0, 600)}`;
}

async function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    try {
      return [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
    } catch {
      return []; // The journey has no storage.
    }
  });
}

/** The keys of the policy's table: `theme`, or `polyprompt.private.…` for all that begin so. */
const NAMED_KEYS = readFileSync("docs-content/en/privacy-policy.md", "utf8")
  .split("\n")
  .flatMap((line) => (line.startsWith("| `") ? [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)] : []))
  .map(([, key = ""]) => key);

function isInPrivacyPolicy(key: string): boolean {
  // Sites below the same host tell their keys apart by their base paths.
  return NAMED_KEYS.some((name) =>
    name.endsWith("…") ? key.startsWith(name.slice(0, -1)) : key.split("/")[0] === name,
  );
}

/** The language hint covers part of the page, and few journeys are about it. */
function dismissLanguageHint(): void {
  try {
    localStorage.setItem("polyprompt.language-hint", "done");
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // The journey has no storage.
  }
}

function reportConnection(value: VisitOptions["connection"]): void {
  Object.defineProperty(navigator, "connection", { value: Object.assign(new EventTarget(), value) });
}

/** Waits until the site reports that the page is hydrated. */
export async function waitUntilUsable(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
}

/** Scrolls an element into view; again if the page replaces it meanwhile, where Playwright's own method fails. */
export async function scrollTo(element: Locator): Promise<void> {
  await expect.poll(() => element.scrollIntoViewIfNeeded().then(() => true)).toBe(true);
}

/** Waits until the browser has painted twice, and so has carried out what was due before. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted(null)))),
  );
}

/** Waits until the page animates nothing and an element keeps its place from one paint to the next. */
export async function waitUntilStill(element: Locator): Promise<void> {
  const place = async () => JSON.stringify(await element.boundingBox());
  await expect
    .poll(async () => {
      const before = await place();
      await waitForPaint(element.page());
      return (await element.page().evaluate(isAnimating)) ? "it moves" : (await place()) === before;
    })
    .toBe(true);
}

/** Whether an animation is running that ends: those that go on forever move nothing around them. */
function isAnimating(): boolean {
  return document
    .getAnimations()
    .some((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity);
}

/** Waits until a dialog has taken the focus, a moment after it is there. Words filled in before may go elsewhere. */
export async function waitForFocusIn(dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true);
}

/** Waits for the browser to be idle, when prefetching begins. */
export async function waitForPrefetching(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("prefetching").length > 0);
}

/** What each page asks the API for and has no answer to, but for streams. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** Waits until the page waits for no answer of the API, and asks for nothing more once it has rendered the last one. */
export async function waitUntilAnswered(page: Page): Promise<void> {
  const isAnswered = () => unanswered.get(page)?.size === 0;
  await expect
    .poll(async () => {
      if (!isAnswered()) return false;
      await waitForPaint(page);
      return isAnswered();
    })
    .toBe(true);
}

function listen(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  const asked = new Set<Request>();
  unanswered.set(page, asked);
  page.on("request", (request) => request.url().endsWith("/graphql") && asked.add(request));
  page.on("requestfinished", (request) => asked.delete(request));
  page.on("requestfailed", (request) => asked.delete(request));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${String(error)}`));
  page.on("requestfailed", (request) =>
    complaints.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ""}`),
  );
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !["data:", "blob:"].includes(url.protocol)) complaints.push(`foreign: ${url.href}`);
  });
  return complaints;
}

/** What screen readers were told last. */
export async function lastAnnouncement(page: Page): Promise<string> {
  return (await page.locator("[role=status][aria-live=polite] > :last-child").textContent())?.trim() ?? "";
}

/** Stops the page's clock; only `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** Holds back the requests to the API, or those of some operations, until they are released. */
export async function holdRequests(
  page: Page,
  ...operations: readonly string[]
): Promise<{ asked: readonly Request[]; release: () => void }> {
  const asked: Request[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/graphql", async (route) => {
    const body = route.request().postData() ?? "";
    if (operations.length > 0 && !operations.some((name) => body.includes(`"${name}"`))) return route.fallback();
    asked.push(route.request());
    await released;
    await route.fallback();
  });
  return { asked, release };
}
