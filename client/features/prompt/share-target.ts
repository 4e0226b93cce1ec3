export interface Shared {
  /** The page's address, the same for whoever opens it. */
  url: string;
  title: string;
}

/** The address that shares a page at a site. @param href with `{url}` and `{title}` for what is percent-encoded there. */
export function shareAddress(href: string, { url, title }: Shared): string {
  const values: Record<string, string> = { "{url}": url, "{title}": title };
  return href.replace(/\{(?:url|title)\}/g, (place) => encodeURIComponent(values[place] ?? ""));
}

export function mailAddress(shared: Shared): string {
  return shareAddress("mailto:?subject={title}&body={url}", shared);
}
