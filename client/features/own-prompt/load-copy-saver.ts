import type { I18n } from "@lingui/core";
import { accountCatalog } from "../account";
import { CopySaver } from "./CopySaver";

/** Loads what saves copies, with its messages. */
export async function loadCopySaver(i18n: I18n): Promise<typeof CopySaver> {
  await accountCatalog.add(i18n);
  return CopySaver;
}
