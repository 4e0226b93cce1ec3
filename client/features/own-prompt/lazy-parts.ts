import { accountMessages } from "../../i18n/account-messages";
import { lazyPart } from "../../runtime/lazy-part";

export const CopySaver = lazyPart(async () => (await import("./CopySaver")).CopySaver, accountMessages);
export const OwnerBar = lazyPart(async () => (await import("./OwnerBar")).OwnerBar, accountMessages);
export const OwnHistory = lazyPart(async () => (await import("../prompt-history")).PromptHistory, accountMessages);
