import type { I18n } from "@lingui/core";
import { accountCatalog } from "../account";
import { PromptHistory } from "../prompt-history";
import { OwnerBar } from "./OwnerBar";

export interface OwnPromptParts {
  OwnerBar: typeof OwnerBar;
  PromptHistory: typeof PromptHistory;
}

/** Loads what only the author of a prompt sees on its page, with its messages. */
export async function loadOwnPromptParts(i18n: I18n): Promise<OwnPromptParts> {
  await accountCatalog.add(i18n);
  return { OwnerBar, PromptHistory };
}
