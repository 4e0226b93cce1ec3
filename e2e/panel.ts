import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { chromium, type Page, type Worker } from "playwright-core";
import { extensionPath } from "../contract/extension";
import { CHROMIUM_ARGUMENTS } from "./chromium";
import { fontEnvironment } from "./fonts";

export interface PanelVisit extends AsyncDisposable {
  /** An ordinary page, beside which the panel is. */
  page: Page;
  /** The side panel. */
  panel: Page;
  /** The extension's background. */
  background: Worker;
  /** Presses the extension's button while the page is in front. */
  press(): Promise<void>;
}

export interface PanelOptions {
  /** Where the ordinary page begins. */
  address: string;
  /** The site that the extension was downloaded from. */
  site: string;
  /** Origins that the person has allowed: nobody can press the browser's own question here, so the manifest has them from the start. */
  allowed?: readonly string[];
  /** A Chromium with everything that users' browsers have. */
  executablePath: string;
  /** A configuration of fontconfig. */
  fonts: string | undefined;
}

/**
 * Opens a page in Chromium with the extension that the site serves, and presses the extension's button there: the browser opens the panel
 * beside it. Playwright sees a panel only over a second connection.
 */
export async function launchPanel({
  address,
  site,
  allowed = [],
  executablePath,
  fonts,
}: PanelOptions): Promise<PanelVisit> {
  const folder = mkdtempSync(join(tmpdir(), "polyprompt-extension-"));
  const extension = join(folder, "extension");
  const profile = join(folder, "profile");
  unzip(new Uint8Array(await (await fetch(site + extensionPath("chrome"))).arrayBuffer()), extension);
  if (allowed.length > 0) allow(join(extension, "manifest.json"), allowed);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    ignoreDefaultArgs: ["--disable-extensions"],
    args: [
      ...CHROMIUM_ARGUMENTS,
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      // To press the extension's button.
      "--enable-unsafe-extension-debugging",
      "--remote-debugging-port=0",
      "--lang=en",
    ],
    // On Linux the language is that of the environment.
    env: { ...fontEnvironment(fonts), LANGUAGE: "en" },
  });
  const [worker = await context.waitForEvent("serviceworker")] = context.serviceWorkers();
  const id = new URL(worker.url()).host;
  const browser = context.browser();
  if (!browser) throw new Error("The context has no browser.");
  const devtools = await browser.newBrowserCDPSession();
  const [page = await context.newPage()] = context.pages();
  await page.goto(address);

  const press = async () => {
    const { targetInfos } = await devtools.send("Target.getTargets", { filter: [{ type: "tab", exclude: false }] });
    const tab = targetInfos.find(({ url }) => url === page.url());
    if (!tab) throw new Error(`There is no tab of ${page.url()}.`);
    await devtools.send("Extensions.triggerAction", { id, targetId: tab.targetId });
  };
  const panelAddress = `chrome-extension://${id}/sidepanel.html`;
  const opened = new Promise<void>((resolve) => {
    for (const event of ["Target.targetCreated", "Target.targetInfoChanged"] as const)
      devtools.on(event, ({ targetInfo }) => targetInfo.url === panelAddress && resolve());
  });
  await devtools.send("Target.setDiscoverTargets", { discover: true });
  await press();
  await opened;
  const [port] = readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n");
  const other = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const panel = other
    .contexts()[0]
    ?.pages()
    .find((each) => each.url() === panelAddress);
  if (!panel) throw new Error("There is no panel.");
  return {
    page,
    panel,
    background: worker,
    press,
    async [Symbol.asyncDispose]() {
      await other.close();
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whatever the port, of which the pattern has none. */
function allow(manifest: string, origins: readonly string[]): void {
  const content = JSON.parse(readFileSync(manifest, "utf8")) as object;
  const patterns = origins.map((origin) => origin.replace(/:\d+$/, "") + "/*");
  writeFileSync(manifest, JSON.stringify({ ...content, host_permissions: patterns }));
}

function unzip(archive: Uint8Array, folder: string): void {
  for (const [name, content] of Object.entries(unzipSync(archive))) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
