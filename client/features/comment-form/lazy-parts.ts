import { accountMessages } from "../../i18n/account-messages";
import { lazyPart } from "../../runtime/lazy-part";

// In one file, as who needs one of them needs another soon.
const load = () => import("./forms");

export const Composer = lazyPart(async () => (await load()).Composer, accountMessages);
export const DeleteQuestion = lazyPart(async () => (await load()).DeleteQuestion, accountMessages);
export const StrandedTexts = lazyPart(async () => (await load()).StrandedTexts, accountMessages);
