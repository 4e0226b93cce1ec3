export type AccountDialogName = "signIn" | "logout";

/** What a visitor wants to do with a prompt, which needs an account. */
export type WishWay = { kind: "favorite" | "copy"; value: "ADD" } | { kind: "vote"; value: "UP" | "DOWN" };
export type Wish = WishWay & { promptId: string };

export interface DialogRequest {
  dialog: AccountDialogName;
  /** The member whose session has ended elsewhere while they were saving something. */
  interrupted?: string | undefined;
  /** What the visitor wants, which is said to them. */
  wish?: Wish | undefined;
  onDone(): void;
  /** @param isElsewhere whether the visitor has gone on to another way of signing in */
  onCancel(isElsewhere: boolean): void;
}

type Listener = (request: DialogRequest) => void;

const listeners = new Set<Listener>();

function ask(request: DialogRequest): void {
  if (listeners.size === 0) request.onCancel(false);
  for (const listener of listeners) listener(request);
}

/**
 * Opens the sign-in dialog for an action that requires an account.
 * @param onDone runs once the visitor is signed in
 * @param onCancel runs if the dialog closes without that
 */
export function requestSignIn(
  onDone = () => {},
  onCancel: DialogRequest["onCancel"] = () => {},
  wish?: DialogRequest["wish"],
): void {
  ask({ dialog: "signIn", wish, onDone, onCancel });
}

/**
 * Opens the sign-in dialog over the page of a member whose session has ended elsewhere.
 * @returns whether somebody has signed in
 */
export function requestSignInAgain(username: string): Promise<boolean> {
  return new Promise((resolve) => {
    ask({ dialog: "signIn", interrupted: username, onDone: () => resolve(true), onCancel: () => resolve(false) });
  });
}

/** Opens the dialog that confirms a logout. */
export function requestLogoutConfirmation(): void {
  ask({ dialog: "logout", onDone: () => {}, onCancel: () => {} });
}

type EditorListener = (promptId: string | null) => void;

const editorListeners = new Set<EditorListener>();

/**
 * Opens the dialog that adds or changes a prompt of the member's. A visitor signs in first.
 * @param promptId null for a new prompt; or the place of its draft, to go on with that
 */
export function requestPromptEditor(promptId: string | null): void {
  for (const listener of editorListeners) listener(promptId);
}

/** The frame subscribes to show the editor. */
export function onPromptEditorRequested(listener: EditorListener): () => void {
  editorListeners.add(listener);
  return () => editorListeners.delete(listener);
}

/** The frame subscribes to show the dialogs. */
export function onDialogRequested(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
