import type { Messages } from "@lingui/core";
import type { Catalog } from "./catalog";

/**
 * The messages of some pages and dialogs, which are loaded with them.
 * @param files the catalog of each locale. Each caller globs its own: who loads one page does not load the names of all catalogs.
 */
export function pageCatalog(files: Record<string, () => Promise<unknown>>): Catalog {
  const fileOf = (locale: string) => Object.keys(files).find((file) => file.includes(`/${locale}/`)) ?? "";
  return {
    // Only the server asks.
    source: (locale) => (import.meta.env.SSR ? fileOf(locale).replace(/^[./]+/, "client/") : ""),
    async add(i18n) {
      const load = files[fileOf(i18n.locale)];
      if (!load) throw new Error(`No catalog for the locale ${i18n.locale}`);
      const { messages } = (await load()) as { messages: Messages };
      // Loading messages rerenders every component with text.
      if (Object.keys(messages).some((id) => !(id in i18n.messages))) i18n.load(i18n.locale, messages);
    },
  };
}
