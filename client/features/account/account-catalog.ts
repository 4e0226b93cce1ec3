import type { Messages } from "@lingui/core";
import type { Catalog } from "../../i18n/catalog";

const CATALOGS = import.meta.glob<{ messages: Messages }>("../../locales/*/account.po");

/** The messages of the account pages and dialogs. */
export const accountCatalog: Catalog = {
  source: (locale) => `client/locales/${locale}/account.po`,
  async add(i18n) {
    const load = CATALOGS[`../../locales/${i18n.locale}/account.po`];
    if (!load) throw new Error(`No account catalog for the locale ${i18n.locale}`);
    const { messages } = await load();
    // Loading messages rerenders every component with text.
    if (Object.keys(messages).some((id) => !(id in i18n.messages))) i18n.load(i18n.locale, messages);
  },
};
