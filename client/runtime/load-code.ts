const RELOADED = "polyprompt.reloaded";
export const NEVER = new Promise<never>(() => {});

/**
 * Called when code failed to load. If this document's own code is gone from the server, a new release has replaced it: reloads the
 * page, once for each URL. Resolves to false if there is no new release, or if the reload did not help.
 */
export async function reloadAfterRelease(href: string): Promise<boolean> {
  if (import.meta.env.SSR || import.meta.env.DEV) return false;
  const marks = ownStorage();
  // A mailed link has its code in the fragment, which is not to be kept.
  const [page = ""] = href.split("#");
  // Without marks it would reload again and again.
  if (!marks || marks.getItem(RELOADED) === page) return false;
  const ownCode = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (ownCode?.status !== 404) return false;
  marks.setItem(RELOADED, page);
  if (isPlaceOnPage(href)) location.reload();
  else location.assign(href);
  return true;
}

/** Going to such an address loads nothing. */
function isPlaceOnPage(href: string): boolean {
  const [page, fragment] = href.split("#");
  return fragment !== undefined && page === location.href.split("#")[0];
}

export function clearReloadMark(): void {
  ownStorage()?.removeItem(RELOADED);
}

/** The storage of this tab. Strict settings throw even on access. */
function ownStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Loads code on demand. If a new release has removed it, reloads the page and never resolves. */
export async function loadOnDemand<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (await reloadAfterRelease(location.href)) return NEVER;
    throw cause;
  }
}
