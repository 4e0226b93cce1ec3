/** The files of this document that have been loaded or are on their way. */
const files = new Map<string, Promise<void>>();

/**
 * In the build, every `import()` goes through this (see vite.config.ts): it begins when all files that the module needs have come.
 *
 * Browsers remember a module that they could not fetch for as long as the document lives: importing it again fails without a request
 * (in Firefox, and in Chromium since version 150). It makes no difference which of its files failed, nor whether a link to preload it
 * asked for it, as Vite's own function does. What `fetch` could not fetch is not remembered, so that Retry can help.
 *
 * @param needed relative to `importer`, the module with the `import()`
 * @throws Error if one of them could not be loaded; the next call tries again
 */
export async function __vitePreload<Module>(
  importModule: () => Promise<Module>,
  needed: readonly string[] = [],
  importer: string,
): Promise<Module> {
  await Promise.all(needed.map((file) => loadOnce(new URL(file, importer).href)));
  return importModule();
}

function loadOnce(url: string): Promise<void> {
  if (files.size === 0) for (const own of filesOfPage()) files.set(own, Promise.resolve());
  const known = files.get(url);
  if (known) return known;
  const loading = load(url);
  files.set(url, loading);
  loading.catch(() => files.delete(url));
  return loading;
}

/** What the server has named in the page. */
function filesOfPage(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload],link[rel=stylesheet]")];
  return [...links.map(({ href }) => href), ...[...document.scripts].map(({ src }) => src)];
}

async function load(url: string): Promise<void> {
  if (url.endsWith(".css")) return loadStyles(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // To the end: from then on the import takes it from the browser's cache.
  await response.arrayBuffer();
}

function loadStyles(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = url;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${url} could not be loaded.`));
    };
    document.head.append(link);
  });
}
