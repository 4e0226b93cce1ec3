import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { attempt, installPackages, onSystem } from "./system";

/** What Debian's Chromium needs to run headless in a container without background requests. */
export const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Windowless: a journey starts in a third of the time, but there is no back/forward cache. A package of Debian. */
const HEADLESS_SHELL = "chromium-headless-shell";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

export interface Chromiums {
  /** For most journeys; undefined means the headless shell that Playwright has downloaded. */
  fast?: string;
  /** With everything that users' browsers have. */
  full: string;
}

/**
 * Chromium to test with: at CHROMIUM_PATH, on the system, or downloaded by Playwright; else it is installed, by Playwright's download
 * or, where that cannot be had and we may, as the system's package.
 * @throws an error that says how to install one.
 */
export function findChromiums(): Chromiums {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { fast: chosen, full: chosen };
  for (const install of [() => undefined, downloadWithPlaywright, () => installPackages("chromium", HEADLESS_SHELL)]) {
    install();
    const full = onSystem(BROWSERS);
    if (full) return { fast: shellBeside(full), full };
    if (existsSync(chromium.executablePath())) return { full: chromium.executablePath() };
  }
  throw new Error(
    "There is no Chromium to test with. Install one (for example: apt-get install chromium) or set CHROMIUM_PATH.",
  );
}

/** Installed where we may, as the whole browser takes three times as much processor for a page. */
function shellBeside(full: string): string {
  const find = () => onSystem([HEADLESS_SHELL]);
  if (find() === undefined) installPackages(HEADLESS_SHELL);
  return find() ?? full;
}

function downloadWithPlaywright(): void {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  attempt("Downloading Chromium", process.execPath, [cli, "install", "chromium"], 240_000);
}
