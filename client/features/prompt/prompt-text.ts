/** A piece of a prompt's text: plain, or a blank to fill in. */
export type PromptSegment = { kind: "text"; text: string } | { kind: "variable"; variable: PromptVariable };

export interface PromptVariable {
  name: string;
  /** What the reader sees; the name where the text gives no label. */
  label: string;
  default: string | null;
}

/** An escape, or braces with anything between. One expression for the whole grammar would take cubic time on "{{a|" and blanks. */
const MARKUP = /\\\{\{|\{\{([^{}]*)\}\}/gu;
const INSIDE = /^([^|:]*)(?:\|([^:]*))?(?::(.*))?$/su;

/** Splits a text with its markup. What only looks like markup stays text. */
export function parsePromptText(text: string): PromptSegment[] {
  const variables = variablesOf(text);
  const segments: PromptSegment[] = [];
  let plain = "";
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    plain += text.slice(end, match.index);
    end = match.index + match[0].length;
    const variable = variables.get(blank(match[1])?.name ?? "");
    if (!variable) {
      plain += match[1] === undefined ? "{{" : match[0];
      continue;
    }
    if (plain) segments.push({ kind: "text", text: plain });
    plain = "";
    segments.push({ kind: "variable", variable });
  }
  plain += text.slice(end);
  if (plain) segments.push({ kind: "text", text: plain });
  return segments;
}

/** What stands between the braces; undefined where that is no blank. */
function blank(inside: string | undefined) {
  const [, name = "", label, fallback] = inside === undefined ? [] : (INSIDE.exec(inside) ?? []);
  if (name.trim() === "") return undefined;
  return { name: name.trim(), label: label?.trim() || undefined, default: fallback?.trim() };
}

/** The blanks by name. A label or a default that stands at one of them holds for all of the same name. */
function variablesOf(text: string): ReadonlyMap<string, PromptVariable> {
  const found = new Map<string, { label: string | undefined; default: string | undefined }>();
  for (const [, inside] of text.matchAll(MARKUP)) {
    const variable = blank(inside);
    if (!variable) continue;
    const known = found.get(variable.name);
    found.set(variable.name, { label: known?.label ?? variable.label, default: known?.default ?? variable.default });
  }
  return new Map(
    [...found].map(([name, { label, default: value }]) => [
      name,
      { name, label: label ?? name, default: value ?? null },
    ]),
  );
}

/** Blanks as `[label]`, for a description or a title. */
export function plainPromptText(text: string): string {
  return parsePromptText(text)
    .map((segment) => (segment.kind === "text" ? segment.text : `[${segment.variable.label}]`))
    .join("");
}
