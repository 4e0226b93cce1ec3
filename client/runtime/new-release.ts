import { loadFailedStyles } from "./failed-styles";

const RELOADED = "polyprompt.reloaded";
export const NEVER = new Promise<never>(() => {});

/**
 * Called when a page's code did not load. When this document's own code is gone from the server, a new release has replaced it:
 * the page is then opened anew, once for an address. Resolves to false when that is not the case or did not help.
 */
export async function reloadAfterRelease(href: string): Promise<boolean> {
  if (import.meta.env.SSR || import.meta.env.DEV) return false;
  if (sessionStorage.getItem(RELOADED) === href) return false;
  const ownCode = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (ownCode?.status !== 404) return false;
  sessionStorage.setItem(RELOADED, href);
  location.assign(href);
  return true;
}

export function forgetReload(): void {
  sessionStorage.removeItem(RELOADED);
}

/** Loads code that a page needs only now. When a new release has taken it away, the page is opened anew and this never ends. */
export async function loadOnDemand<T>(load: () => Promise<T>): Promise<T> {
  try {
    await loadFailedStyles();
    return await load();
  } catch (cause) {
    if (await reloadAfterRelease(location.href)) return NEVER;
    throw cause;
  }
}
