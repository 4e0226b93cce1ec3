import type { I18n } from "@lingui/core";
import type { ComponentType } from "react";
import type { AccountMenuProps } from "./AccountMenu";
import type { LogoutButtonProps } from "./LogoutButton";
import type { SignInDialogProps } from "./SignInDialog";

/** Together with their words, which the first page does not bring. */
export async function loadAccountMenu(i18n: I18n): Promise<ComponentType<AccountMenuProps>> {
  const [{ AccountMenu }] = await Promise.all([import("./AccountMenu"), addWords(i18n)]);
  return AccountMenu;
}

export async function loadLogoutButton(i18n: I18n): Promise<ComponentType<LogoutButtonProps>> {
  const [{ LogoutButton }] = await Promise.all([import("./LogoutButton"), addWords(i18n)]);
  return LogoutButton;
}

export async function loadSignInDialog(i18n: I18n): Promise<ComponentType<SignInDialogProps>> {
  const [{ SignInDialog }] = await Promise.all([import("./SignInDialog"), addWords(i18n)]);
  return SignInDialog;
}

async function addWords(i18n: I18n): Promise<void> {
  const { accountCatalog } = await import("./account-catalog");
  await accountCatalog.add(i18n);
}
