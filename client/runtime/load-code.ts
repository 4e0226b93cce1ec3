const RELOADED = "polyprompt.reloaded";
export const NEVER = new Promise<never>(() => {});

/**
 * Called when code failed to load. If this document's own code is gone from the server, a new release has replaced it: reloads the
 * page, once for each URL. Resolves to false if there is no new release, or if the reload did not help.
 */
export async function reloadAfterRelease(href: string): Promise<boolean> {
  if (import.meta.env.SSR || import.meta.env.DEV) return false;
  const marks = ownStorage();
  // Without marks it would reload again and again.
  if (!marks || marks.getItem(RELOADED) === href) return false;
  const ownCode = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (ownCode?.status !== 404) return false;
  marks.setItem(RELOADED, href);
  location.assign(href);
  return true;
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
    await retryFailedStyles();
    return await load();
  } catch (cause) {
    if (await reloadAfterRelease(location.href)) return NEVER;
    throw cause;
  }
}

const failed = new Set<HTMLLinkElement>();

/** Tracks style sheets that fail to load. The link element does not show it: Chromium gives it an empty sheet. */
export function trackFailedStyles(): void {
  const track = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  };
  document.addEventListener("error", track, { capture: true });
}

/**
 * Retries the failed style sheets. Vite's loader requests each file only once for a document and regards a failed one as loaded:
 * the page would lack its styles.
 */
export async function retryFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(retryStyle));
}

function retryStyle(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  return new Promise((resolve, reject) => {
    const retry = link.cloneNode() as HTMLLinkElement;
    retry.addEventListener("load", () => resolve());
    retry.addEventListener("error", () => reject(new Error(`${link.href} could not be loaded.`)));
    link.replaceWith(retry);
  });
}
