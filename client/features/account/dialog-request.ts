export type AccountDialogName = "signIn" | "logout";

type Listener = (dialog: AccountDialogName, then: () => void) => void;

const listeners = new Set<Listener>();

function ask(dialog: AccountDialogName, then: () => void): void {
  for (const listener of listeners) listener(dialog, then);
}

/**
 * Opens the dialog for signing in, where somebody is needed for what a visitor wants.
 * @param then what the visitor wanted: it is carried out once they are signed in
 */
export function askToSignIn(then = () => {}): void {
  ask("signIn", then);
}

/** Opens the question that logging out begins with where somebody would lose what they typed. */
export function askToLogOut(): void {
  ask("logout", () => {});
}

/** For the frame, which shows the dialogs. */
export function onDialogAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
