const PREFIX = "unsaved-";

/** What stands for the number of a new prompt in the cache, until the server has given it one. */
export function unsavedId(): string {
  return `${PREFIX}${Date.now()}`;
}

export function isUnsavedId(id: string): boolean {
  return id.startsWith(PREFIX);
}
