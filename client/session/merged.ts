/**
 * Two drafts of one thing as one, such as a visitor's and that of the account that they sign in to: texts below each other; of anything
 * else the first one's fields win.
 */
export function merged(json: string, other: string | null): string {
  const [own, added] = [parsed(json), parsed(other ?? "null")];
  if (!own || !added) return json;
  const value = { ...added.value, ...own.value };
  const [text, below] = [own.value["text"], added.value["text"]];
  const isText = typeof text === "string" && typeof below === "string";
  return JSON.stringify({ ...own, value: isText ? { ...value, text: `${text}\n${below}` } : value });
}

interface Entry {
  value: Record<string, unknown>;
}

/** Null for what is no draft, such as an address. */
function parsed(json: string): Entry | null {
  try {
    const data = JSON.parse(json) as { value?: Entry["value"] | string | null } | null;
    return data && typeof data.value === "object" && data.value ? { ...data, value: data.value } : null;
  } catch {
    return null;
  }
}
