export type AccountDialogName = "signIn" | "logout";

type Listener = (dialog: AccountDialogName, then: () => void) => void;

const listeners = new Set<Listener>();

function ask(dialog: AccountDialogName, then: () => void): void {
  for (const listener of listeners) listener(dialog, then);
}

/**
 * Opens the sign-in dialog for an action that requires an account.
 * @param then runs once the visitor is signed in
 */
export function requestSignIn(then = () => {}): void {
  ask("signIn", then);
}

/** Opens the dialog that confirms a logout. */
export function requestLogoutConfirmation(): void {
  ask("logout", () => {});
}

/** The frame subscribes to show the dialogs. */
export function onDialogRequested(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
