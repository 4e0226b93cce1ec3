import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** With this, all pages of a profile share one process. */
export const SHARED_PROCESS_ARGUMENT = "--renderer-process-limit=1";

/**
 * A browser profile that visits with the same options use one after the other. Each finds it empty, but not its process: a new one
 * for each visit would take longer than most journeys.
 */
export interface Profile {
  context: BrowserContext;
  /** The page that keeps the process alive between visits. */
  keeper: Page;
  control: CDPSession;
  key: string;
  visits: number;
  isReusable: boolean;
}

/** It finds what hangs: shared machines can be many times slower than a quiet one. */
const PATIENCE_MS = 60_000;

/** Bounds what a process accumulates. */
const MAX_VISITS = 50;
const MAX_IDLE = 3;

/** Profiles that no visit is using, the least recently used first. */
const idle = new Map<string, Profile>();

/** A profile with empty storage and caches for a visit to the site. */
export async function takeProfile(browser: Browser, site: string, options: BrowserContextOptions): Promise<Profile> {
  const key = JSON.stringify([site, options]);
  const profile = idle.get(key);
  if (!profile) return createProfile(browser, site, options, key);
  idle.delete(key);
  const { context, control } = profile;
  await context.clearCookies();
  await control.send("Storage.clearDataForOrigin", { origin: new URL(site).origin, storageTypes: "all" });
  await control.send("Network.clearBrowserCache");
  return profile;
}

/** A new browser profile with the time limit of all journeys. */
export async function openContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

async function createProfile(
  browser: Browser,
  site: string,
  options: BrowserContextOptions,
  key: string,
): Promise<Profile> {
  const context = await openContext(browser, options);
  const keeper = await context.newPage();
  // Only pages of the same site share a process. This one has no scripts or styles.
  await keeper.goto(`${site}/healthz`);
  const profile = { context, keeper, control: await context.newCDPSession(keeper), key, visits: 0, isReusable: true };
  // A replaced clock cannot be restored.
  const install = context.clock.install.bind(context.clock);
  context.clock.install = (options) => {
    profile.isReusable = false;
    return install(options);
  };
  return profile;
}

/** Ends a visit: its pages are closed, and later visits may use the profile. */
export async function returnProfile(profile: Profile): Promise<void> {
  const { context, keeper, key } = profile;
  profile.visits += 1;
  if (!profile.isReusable || profile.visits >= MAX_VISITS || idle.has(key)) return context.close();
  for (const page of context.pages()) if (page !== keeper) await page.close();
  await context.setOffline(false);
  idle.set(key, profile);
  const [oldest] = idle.values();
  if (idle.size <= MAX_IDLE || !oldest) return;
  idle.delete(oldest.key);
  await oldest.context.close();
}
