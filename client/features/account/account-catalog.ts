import { pageCatalog } from "../../i18n/page-catalog";

/** The messages of the account pages and dialogs. */
export const accountCatalog = pageCatalog(import.meta.glob("../../locales/*/account.po"));
