const KEY = "polyprompt.notice";

/** Has the next page of this tab show a notice. Does nothing if the browser denies storage. */
export function notifyAfterReload(message: string): void {
  try {
    sessionStorage.setItem(KEY, message);
  } catch {
    // Nothing is lost but the notice.
  }
}

/** The notice that the page before has left, once. */
export function takeNotice(): string | null {
  try {
    const message = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return message;
  } catch {
    return null;
  }
}
