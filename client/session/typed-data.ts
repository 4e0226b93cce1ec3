import { writeNow } from "./delayed-write";
import { type PrivateStorage, VISITOR } from "./private-storage";

/** Where the API explorer kept queries until 2026-11-25. */
const EXPLORER_PREFIX = "graphiql:";

/** What a member has typed and only this device has. */
export interface TypedCount {
  /** Prompts that are written and not saved. */
  drafts: number;
  /** Comments that are written and not posted. */
  comments: number;
  /** Prompts whose blanks have values. */
  filledPrompts: number;
}

/** What logging out would delete, to the last letter. */
export function countTyped(storage: PrivateStorage): TypedCount {
  writeNow();
  const prefix = storage.prefix();
  const names = storage.keys(prefix).map((key) => key.slice(prefix.length));
  const count = (kind: string) => names.filter((name) => name.startsWith(kind)).length;
  return { drafts: count("draft."), comments: count("comment."), filledPrompts: count("variables.") };
}

/**
 * Deletes the data of the current account and of the visitor.
 * @returns a function that restores it for its owner
 */
export function forgetTyped(storage: PrivateStorage): () => void {
  writeNow();
  const keys = new Set([
    ...storage.keys(storage.prefix()),
    ...storage.keys(storage.prefix(VISITOR)),
    ...storage.keys(EXPLORER_PREFIX),
  ]);
  const entries = [...keys].map((key) => [key, storage.entryOf(key)] as const);
  for (const [key] of entries) storage.writeKey(key, null);
  storage.report();
  return () => {
    for (const [key, entry] of entries) if (storage.readKey(key) === null) storage.putEntry(key, entry);
    storage.report();
  };
}

/** Deletes what former releases of the API explorer have kept. */
export function forgetExplorer(storage: PrivateStorage): void {
  for (const key of storage.keys(EXPLORER_PREFIX)) storage.writeKey(key, null);
}
