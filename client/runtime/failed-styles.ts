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
