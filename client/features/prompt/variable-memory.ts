import type { PrivateStorage } from "../../session/private-storage";
import { isFilled, type VariableValues } from "./fill-text";

/** Longer ones are not kept: the browser has about five million letters for the whole site. */
const MAX_VALUE = 20_000;
const MAX_VALUES = 100;

/** What the reader filled in the last time. Names are the same in all languages of a prompt, so values are shared by them. */
export function recallValues(storage: PrivateStorage, promptId: string): VariableValues {
  return parseValues(storage.read(`variables.${promptId}`));
}

/** Keeps what is filled in on this device; nothing filled in is forgotten. */
export function rememberValues(storage: PrivateStorage, promptId: string, values: VariableValues): void {
  const kept = [...values].filter((entry) => isFilled(entry[1]) && isKept(entry)).slice(0, MAX_VALUES);
  storage.keep(`variables.${promptId}`, kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null);
}

/** Somebody may have edited it: what is no map of texts counts for nothing. */
function parseValues(json: string | null): VariableValues {
  if (json === null) return new Map();
  try {
    const data: unknown = JSON.parse(json);
    if (typeof data !== "object" || data === null || Array.isArray(data)) return new Map();
    return new Map(Object.entries(data).filter(isKept).slice(0, MAX_VALUES));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new Map();
  }
}

function isKept(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string" && entry[1].length <= MAX_VALUE;
}
