import type { Catalog } from "./catalog";

/** The same, for parts of pages that have another catalog. */
export async function accountMessages(): Promise<Catalog> {
  return (await import("./account-catalog")).accountCatalog;
}
