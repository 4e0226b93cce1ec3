import type { PrivateStorage } from "../../session/private-storage";
import { isFilled, type BlankValues } from "./blanks";

/** Longer values are not stored: browsers allow about five million characters a site. */
export const MAX_VALUE_LENGTH = 20_000;
const MAX_VALUES = 100;

/** The values that the reader last filled in. All languages of a prompt share them, as they share the names. */
export function recallValues(storage: PrivateStorage, promptId: string, owner: string | null): BlankValues {
  return parseValues(storage.read(`variables.${promptId}`, owner));
}

/** Stores one value beside the others, which another tab or another place on the page may have changed. */
export function rememberValue(
  storage: PrivateStorage,
  promptId: string,
  owner: string | null,
  name: string,
  value: string,
): void {
  rememberValues(storage, promptId, owner, new Map(recallValues(storage, promptId, owner)).set(name, value));
}

/** Stores the values on this device; deletes them if none is filled in. */
export function rememberValues(
  storage: PrivateStorage,
  promptId: string,
  owner: string | null,
  values: BlankValues,
): void {
  const stored = [...values].filter((entry) => isFilled(entry[1]) && isStorable(entry)).slice(0, MAX_VALUES);
  const json = stored.length > 0 ? JSON.stringify(Object.fromEntries(stored)) : null;
  storage.write(`variables.${promptId}`, json, owner);
}

/** Storage may have been edited: anything but a map of strings is ignored. */
export function parseValues(json: string | null): BlankValues {
  if (json === null) return new Map();
  try {
    const data: unknown = JSON.parse(json);
    if (typeof data !== "object" || data === null || Array.isArray(data)) return new Map();
    return new Map(Object.entries(data).filter(isStorable).slice(0, MAX_VALUES));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new Map();
  }
}

function isStorable(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string" && entry[1].length <= MAX_VALUE_LENGTH;
}
