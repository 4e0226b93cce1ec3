import { accountMessages } from "../../i18n/account-messages";
import { lazyPart } from "../../runtime/lazy-part";

export const AccountMenu = lazyPart(async () => (await import("./AccountMenu")).AccountMenu, accountMessages);
export const LogoutRow = lazyPart(async () => (await import("./logout")).LogoutRow, accountMessages);
export const SignInDialog = lazyPart(async () => (await import("./SignInDialog")).SignInDialog, accountMessages);
export const LogoutDialog = lazyPart(async () => (await import("./LogoutDialog")).LogoutDialog, accountMessages);
