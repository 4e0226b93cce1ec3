import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import { CHROMIUM_ARGUMENTS } from "./chromium";

/** A host name that leads to this machine; browsers trust it less than localhost, as they do every plain http address. */
export const PUBLIC_HOST = "prompts.example";

let browser: Promise<Browser> | undefined;

/** One for all files of a process, with which it ends. Each visit has a profile of its own. */
function launch(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: inject("chromiums").fast,
    args: [...CHROMIUM_ARGUMENTS, `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1`],
  });
  return browser;
}

let addresses = 0;

/**
 * A network address that no other journey has, for the header of a proxy. All browsers of a run come from this machine, and files run
 * side by side.
 */
export function freshAddress(): string {
  addresses += 1;
  return `10.${process.env.VITEST_POOL_ID ?? "0"}.${addresses >> 8}.${addresses & 255}`;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Requests for data so far: everything that is not a document, a script, a style or an image. */
  dataRequests: string[];
  /** Addresses of documents that were loaded so far. A change of page within the site loads none. */
  documents: string[];
  /** Opens another address of the site in the same tab; resolves to its status. */
  open(path: string): Promise<number>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** The network address of the visitor, by which the site counts its limits. Each visit has one of its own by default. */
  address?: string;
  /** The address of the site; that of this run by default. */
  site?: string;
  /** Wait until the page answers to scripts. Default: true, unless JavaScript is off. */
  usable?: boolean;
  /** Complaints that the journey causes on purpose. */
  causes?: readonly RegExp[];
  /** A reader who has never said in which language the site is wanted, and is offered another one. */
  newcomer?: boolean;
  /** What the browser says of its line. With data saver on nothing is loaded before it is used. */
  line?: { effectiveType?: string; saveData?: boolean };
  /** Origins of other sites that the journey opens. They answer with an empty page, and nothing leaves this machine. */
  otherSites?: readonly string[];
  /** What has to be there before the first page. */
  prepare?(page: Page): Promise<unknown>;
}

/**
 * Opens an address of the site in a fresh browser profile, runs a journey and closes it. The journey fails when the browser had
 * anything to complain about: an error or a warning in the console, an uncaught error, a failed request, or one to another site.
 */
export async function visit(
  path: string,
  options: VisitOptions,
  journey: (visit: Visit) => Promise<void>,
): Promise<void> {
  const {
    site = inject("site"),
    address = freshAddress(),
    usable = options.javaScriptEnabled !== false,
    causes: expected = [],
    newcomer = false,
    line,
    otherSites = [],
    prepare,
    ...contextOptions
  } = options;
  // Who leaves a page breaks off what was still being loaded beside it.
  const causes = [...expected, /\/(assets\/[\w.-]+|favicon\.svg) net::ERR_ABORTED$/];
  const context = await (
    await launch()
  ).newContext({
    locale: "en-GB",
    extraHTTPHeaders: { "x-forwarded-for": address },
    ...contextOptions,
  });
  try {
    for (const origin of otherSites) {
      await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: "text/html", body: "" }));
    }
    const page = await context.newPage();
    const complaints = listen(page, new URL(site).origin);
    // Where scripts are off, Chromium counts the preloading of their modules as refused.
    if (options.javaScriptEnabled === false) causes.push(/\.js csp$/);
    const dataRequests: string[] = [];
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(request.url());
      if (["fetch", "xhr"].includes(request.resourceType())) {
        dataRequests.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`);
      }
    });
    const open = async (at: string) => {
      const response = await page.goto(`${site}${at}`);
      if (usable) await untilUsable(page);
      return response?.status() ?? 0;
    };
    if (!newcomer) await context.addInitScript(knowsLanguages);
    if (line) {
      await context.addInitScript((value) => {
        Object.defineProperty(navigator, "connection", { value: Object.assign(new EventTarget(), value) });
      }, line);
    }
    await prepare?.(page);
    await open(path);
    await journey({ page, context, dataRequests, documents, open });
    await page.evaluate(() => null); // What the browser has said until now has arrived here then.
    expect(complaints.filter((complaint) => !causes.some((cause) => cause.test(complaint)))).toEqual([]);
  } finally {
    await context.close();
  }
}

/** The offer of another language lies over the page, and few journeys are about it. */
function knowsLanguages(): void {
  try {
    localStorage.setItem("polyprompt.language-hint", "done");
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // A journey without storage.
  }
}

/** The site says so when a page's components have taken it over. */
export async function untilUsable(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0);
}

/** What loads ahead does so from then on; it comes when the browser has nothing else to do. */
export async function untilPrefetching(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("prefetching").length > 0);
}

function listen(page: Page, origin: string): string[] {
  const complaints: string[] = [];
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

/** From now on the page's clock stands still; only `page.clock.runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}
