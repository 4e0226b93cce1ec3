import { readStored, writeStored } from "../../ui/stored";
import { isFilled, type VariableValues } from "./fill-text";

/** Longer ones are not kept: the browser has about five million letters for the whole site. */
const MAX_VALUE = 20_000;
const MAX_VALUES = 100;

/** What the browser refused to keep lasts as long as the page. */
const unkept = new Map<string, string>();

/** What the reader filled in the last time. Names are the same in all languages of a prompt, so values are shared by them. */
export function recallValues(promptId: string): VariableValues {
  return parseValues(unkept.get(promptId) ?? readStored(storageKey(promptId)));
}

/** Keeps what is filled in on this device; nothing filled in is forgotten. */
export function rememberValues(promptId: string, values: VariableValues): void {
  const kept = [...values].filter((entry) => isFilled(entry[1]) && isKept(entry)).slice(0, MAX_VALUES);
  const json = kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : null;
  writeStored(storageKey(promptId), json);
  if (json === null || readStored(storageKey(promptId)) === json) unkept.delete(promptId);
  else unkept.set(promptId, json);
}

function storageKey(promptId: string): string {
  return `polyprompt.variables.${promptId}`;
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
