import { accountMessages } from "../../i18n/account-messages";
import { lazyPart } from "../../runtime/lazy-part";

export const PromptEditor = lazyPart(async () => (await import("./PromptEditor")).PromptEditor, accountMessages);
