import { createContext, useContext } from "react";
import { browser } from "wxt/browser";
import { FALLBACK_LOCALE, isLocale, type Locale } from "../../contract/locales";

/** What a person has set in the panel, kept on this device. */
export interface Settings {
  /** The address of the site, without a trailing slash. */
  site: string;
  /** Of the panel and of the texts. */
  locale: Locale;
}

const KEY = "settings";

export async function readSettings(): Promise<Settings> {
  const { [KEY]: kept } = await browser.storage.local.get<{ [KEY]?: Partial<Settings> }>(KEY);
  return { site: kept?.site ?? (await packagedSite()), locale: kept?.locale ?? browserLocale() };
}

export async function keepSettings(settings: Settings): Promise<void> {
  await browser.storage.local.set({ [KEY]: settings });
}

/** The site that this copy of the extension comes from. */
async function packagedSite(): Promise<string> {
  const { site } = (await (await fetch("/site.json")).json()) as { site: string };
  return site;
}

/** The first language of the browser that the panel has. */
function browserLocale(): Locale {
  const codes = navigator.languages.map((language) => language.split("-", 1)[0] ?? "");
  return codes.find(isLocale) ?? FALLBACK_LOCALE;
}

/**
 * The address of a site as a person types it, in its canonical form.
 * @returns null if it is none: only http and https are
 */
export function siteAddress(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  // Chromium would take a space for a part of the host's name.
  if (/\s/.test(text) || !URL.canParse(address)) return null;
  const { protocol, origin, pathname } = new URL(address);
  if (protocol !== "https:" && protocol !== "http:") return null;
  return origin + pathname.replace(/\/+$/, "");
}

type SettingsState = readonly [settings: Settings, change: (settings: Settings) => void];

export const SettingsContext = createContext<SettingsState | null>(null);

export function useSettings(): SettingsState {
  const context = useContext(SettingsContext);
  if (!context) throw new Error("There are no settings outside of the panel.");
  return context;
}
