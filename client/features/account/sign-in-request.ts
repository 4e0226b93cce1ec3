type Then = () => void;

const listeners = new Set<(then: Then) => void>();

/**
 * Opens the dialog for signing in, where somebody is needed for what a visitor wants.
 * @param then what the visitor wanted: it is carried out once they are signed in
 */
export function askToSignIn(then: Then = () => {}): void {
  for (const listener of listeners) listener(then);
}

/** For the frame, which shows the dialog. */
export function onSignInAsked(listener: (then: Then) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
