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

const failed = new Set<HTMLLinkElement>();

/** Notes the style sheets that do not load. A link itself does not tell: Chromium gives it an empty sheet. */
export function watchStyles(): void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failed.add(target);
  };
  document.addEventListener("error", note, { capture: true });
}

/**
 * Loads those style sheets again. Vite's loader asks for each file once in a document's life and takes one that failed for
 * loaded: a page would come without its styles.
 */
export async function loadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener("load", () => resolve());
    again.addEventListener("error", () => reject(new Error(`${link.href} could not be loaded.`)));
    link.replaceWith(again);
  });
}
