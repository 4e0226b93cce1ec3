/** The browsers for which there is an extension. */
export const EXTENSION_BROWSERS = ["chrome", "firefox"] as const;
export type ExtensionBrowser = (typeof EXTENSION_BROWSERS)[number];

/** Where a site serves the extension for manual installation, within its base path. */
export function extensionPath(browser: ExtensionBrowser): string {
  return `/extension/polyprompt-${browser}.zip`;
}
