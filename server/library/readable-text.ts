const VARIABLE = /\{\{[a-z0-9_]+(?:\|([^{}:]*))?(?::([^{}]*))?\}\}/g;

/** A text as a person reads it: variables as their labels, then each default on its own line. */
export function readableText(content: string): string {
  const defaults = [...content.matchAll(VARIABLE)].flatMap(([, , value]) => (value ? [value] : []));
  return [content.replace(VARIABLE, (_, label: string | undefined) => label ?? ""), ...defaults].join("\n");
}

/** Removes code between backticks, which has its own words and punctuation. */
export function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, "`");
}
