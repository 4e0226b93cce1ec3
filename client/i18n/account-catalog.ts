import { pageCatalog } from "./page-catalog";

/** The messages of what needs an account. */
export const accountCatalog = pageCatalog(import.meta.glob("../locales/*/account.po"));
