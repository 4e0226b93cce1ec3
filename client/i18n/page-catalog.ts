import type { Messages } from "@lingui/core";
import type { Catalog } from "./catalog";

const CATALOGS = import.meta.glob<{ messages: Messages }>(["../locales/*/*.po", "!../locales/*/messages.po"]);

/** The messages of some pages and dialogs, which are loaded with them. @param name of the catalogs' files */
export function pageCatalog(name: "account" | "community" | "prompt"): Catalog {
  return {
    source: (locale) => `client/locales/${locale}/${name}.po`,
    async add(i18n) {
      const load = CATALOGS[`../locales/${i18n.locale}/${name}.po`];
      if (!load) throw new Error(`No catalog "${name}" for the locale ${i18n.locale}`);
      const { messages } = await load();
      // Loading messages rerenders every component with text.
      if (Object.keys(messages).some((id) => !(id in i18n.messages))) i18n.load(i18n.locale, messages);
    },
  };
}
