/**
 * Loads the style sheets that did not load before. Vite's loader asks for each file once in a document's life and takes one
 * that failed for loaded: a page would come without its styles.
 */
export async function loadMissingStyles(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  await Promise.all([...sheets].filter(({ sheet }) => !sheet).map(loadAgain));
}

function loadAgain(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = failed.cloneNode() as HTMLLinkElement;
    link.addEventListener("load", () => {
      failed.remove();
      resolve();
    });
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${failed.href} could not be loaded.`));
    });
    failed.after(link);
  });
}
