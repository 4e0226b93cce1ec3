import type { I18n } from "@lingui/core";
import { accountCatalog } from "../account";
import { Composer } from "./Composer";
import { DeleteQuestion } from "./DeleteQuestion";
import { StrandedTexts } from "./StrandedTexts";

/** The forms, once their messages are there. */
export async function loadCommentForms(i18n: I18n) {
  await accountCatalog.add(i18n);
  return { Composer, DeleteQuestion, StrandedTexts };
}
