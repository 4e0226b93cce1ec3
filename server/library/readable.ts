const VARIABLE = /\{\{[a-z0-9_]+(?:\|([^{}:]*))?(?::([^{}]*))?\}\}/g;

/** A text as a person reads it: blanks by their labels, then a line for each default. */
export function readable(content: string): string {
  const defaults = [...content.matchAll(VARIABLE)].flatMap(([, , value]) => (value ? [value] : []));
  return [content.replace(VARIABLE, (_, label: string | undefined) => label ?? ""), ...defaults].join("\n");
}

/** Without what stands between backticks: code, which has words and signs of its own. */
export function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, "`");
}
