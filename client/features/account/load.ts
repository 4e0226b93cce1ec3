import type { I18n } from "@lingui/core";
import type { ComponentType } from "react";
import type { AccountDialogProps } from "./AccountDialog";
import type { AccountDialogName } from "../../session/dialog-request";
import type { AccountMenuProps } from "./AccountMenu";
import type { LogoutRowProps } from "./logout";

/** These load a component together with its messages, which the first page does not include. */
export async function loadAccountMenu(i18n: I18n): Promise<ComponentType<AccountMenuProps>> {
  const [{ AccountMenu }] = await Promise.all([import("./AccountMenu"), addMessages(i18n)]);
  return AccountMenu;
}

export async function loadLogoutRow(i18n: I18n): Promise<ComponentType<LogoutRowProps>> {
  const [{ LogoutRow }] = await Promise.all([import("./logout"), addMessages(i18n)]);
  return LogoutRow;
}

const DIALOGS: Record<AccountDialogName, () => Promise<ComponentType<AccountDialogProps>>> = {
  signIn: async () => (await import("./SignInDialog")).SignInDialog,
  logout: async () => (await import("./LogoutDialog")).LogoutDialog,
};

export async function loadDialog(name: AccountDialogName, i18n: I18n): Promise<ComponentType<AccountDialogProps>> {
  const [Dialog] = await Promise.all([DIALOGS[name](), addMessages(i18n)]);
  return Dialog;
}

async function addMessages(i18n: I18n): Promise<void> {
  const { accountCatalog } = await import("./account-catalog");
  await accountCatalog.add(i18n);
}
