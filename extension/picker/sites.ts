import { browser } from "wxt/browser";

/** The picker's own data, on this device. Pages cannot read it. */
interface Kept {
  /** Where "/" opens the picker: the match patterns of the sites that the person has allowed. */
  sites: readonly string[];
  /** Random. The script in a page proves by it to the picker that it is ours: the page itself can show the picker's document, too. */
  secret: string;
}

const KEY = "picker";
const SCRIPT = "command";

export async function readPicker(): Promise<Kept> {
  const { [KEY]: kept } = await browser.storage.local.get<{ [KEY]?: Kept }>(KEY);
  return kept ?? { sites: [], secret: "" };
}

/** The allowed sites, without those that the person has forbidden in the browser's own settings. */
export async function readAllowedSites(): Promise<string[]> {
  const { sites } = await readPicker();
  const isGranted = await Promise.all(sites.map((site) => browser.permissions.contains({ origins: [site] })));
  return sites.filter((_site, index) => isGranted[index]);
}

/**
 * The match pattern of an address's site.
 * @returns null if it is none: only http and https are
 */
export function sitePattern(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  // Without the port, of which Firefox takes none.
  return protocol === "https:" || protocol === "http:" ? `${protocol}//${hostname}/*` : null;
}

/** Lets "/" open the picker on these sites, and on no others. The person has granted each. */
export async function keepSites(sites: readonly string[]): Promise<void> {
  const { secret } = await readPicker();
  const kept: Kept = { sites, secret: secret === "" ? crypto.randomUUID() : secret };
  await browser.storage.local.set({ [KEY]: kept });
  await registerScript();
}

/** Has the browser run our script in the pages of the allowed sites. It forgets this with each new version of the extension. */
export async function registerScript(): Promise<void> {
  const { sites } = await readPicker();
  const { scripting } = browser;
  const registered = await scripting.getRegisteredContentScripts({ ids: [SCRIPT] });
  if (registered.length > 0) await scripting.unregisterContentScripts({ ids: [SCRIPT] });
  if (sites.length > 0)
    await scripting.registerContentScripts([
      { id: SCRIPT, js: ["command.js"], matches: [...sites], runAt: "document_start" },
    ]);
}

/** Runs our script in the pages of a site that are open already. */
export async function runScript(site: string): Promise<void> {
  const tabs = await browser.tabs.query({ url: site });
  await Promise.all(
    tabs.map(
      async ({ id }) =>
        id !== undefined && browser.scripting.executeScript({ target: { tabId: id }, files: ["/command.js"] }),
    ),
  );
}
