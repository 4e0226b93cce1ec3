import type { PrivateStorage } from "../../session/private-storage";
import { readStored, writeStored } from "../../ui/local-storage";
import { isFilled, type BlankValues } from "./blanks";

/** Longer values are not stored: browsers allow about five million characters a site, for all that is typed. */
export const MAX_VALUE_LENGTH = 1_000_000;

/**
 * The values that the reader last filled in. All languages of a prompt share them, as they share the names. A value that could not be
 * stored lasts as long as the page, in memory; beside it, storage has what could be stored last.
 */
export function recallValues(storage: PrivateStorage, promptId: string, owner: string | null): BlankValues {
  const { stored, inMemory } = read(storage, keyOf(storage, promptId, owner));
  return new Map([...stored, ...inMemory]);
}

/** Keeps one value beside the others, which another tab or another place on the page may have changed. */
export function rememberValue(
  storage: PrivateStorage,
  promptId: string,
  owner: string | null,
  name: string,
  value: string,
): void {
  const key = keyOf(storage, promptId, owner);
  const { stored, inMemory } = read(storage, key);
  if (isFilled(value)) stored.set(name, value);
  else stored.delete(name);
  inMemory.delete(name);
  const isStored = value.length <= MAX_VALUE_LENGTH && store(key, stored);
  if (!isStored && isFilled(value)) inMemory.set(name, value);
  if (inMemory.size > 0) storage.inMemory.set(key, toJson(inMemory));
  else storage.inMemory.delete(key);
  storage.report();
}

export function forgetValues(storage: PrivateStorage, promptId: string, owner: string | null): void {
  storage.write(`variables.${promptId}`, null, owner);
}

/** Whether all values outlast the page. */
export function areStored(storage: PrivateStorage, promptId: string, owner: string | null): boolean {
  return storage.outlastsPage(`variables.${promptId}`, owner);
}

function keyOf(storage: PrivateStorage, promptId: string, owner: string | null): string {
  return storage.keyOf(`variables.${promptId}`, owner);
}

function read(storage: PrivateStorage, key: string): Record<"stored" | "inMemory", Map<string, string>> {
  return { stored: parseValues(readStored(key)), inMemory: parseValues(storage.inMemory.get(key) ?? null) };
}

/** @returns whether the browser has taken them; else it has what it had before */
function store(key: string, values: BlankValues): boolean {
  const json = values.size > 0 ? toJson(values) : null;
  writeStored(key, json);
  return readStored(key) === json;
}

function toJson(values: BlankValues): string {
  return JSON.stringify(Object.fromEntries(values));
}

/** Storage may have been edited: anything but a map of strings is ignored. */
function parseValues(json: string | null): Map<string, string> {
  if (json === null) return new Map();
  try {
    const data: unknown = JSON.parse(json);
    if (typeof data !== "object" || data === null || Array.isArray(data)) return new Map();
    return new Map(Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return new Map();
  }
}
