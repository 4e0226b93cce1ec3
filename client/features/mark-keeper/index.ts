import { accountMessages } from "../../i18n/account-messages";
import { lazyPart } from "../../runtime/lazy-part";

export const MarkKeepers = lazyPart(async () => (await import("./MarkKeepers")).MarkKeepers, accountMessages);
