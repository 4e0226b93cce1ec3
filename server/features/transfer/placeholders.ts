import { codeFinder } from "../../../contract/code-regions";
import { LIMITS } from "../../../contract/limits";
import { promptVariables } from "../../../contract/prompt-markup";

/**
 * `${name}` and `${name:default}`. A name begins with a letter or a digit and has at most 60 letters, digits, underscores, hyphens, apostrophes between
 * letters, and single spaces. A default has neither braces nor line breaks nor a bar, which would begin a label; that of a shell begins
 * with one more sign, as in `${HOME:-/}`. A backslash or a dollar sign before it keeps it.
 */
const PLACEHOLDER =
  /(?<![\\$])\$\{ *([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]|['’](?=\p{L})| (?=[\p{L}\p{N}_-])){0,59}) *(?::(?![-=+?])([^{}|\n]{0,300}))?\}/gu;

/** `{{name | type:property=value:…}}` of Open WebUI. Other words, as in its `{{MESSAGES|start:300}}`, are no types. */
const TYPED =
  /(?<!\\)\{\{([^{}|:]{1,80})\|\s*(?:type=)?(?:text|textarea|select|number|checkbox|date|datetime-local|color|email|month|range|tel|time|url|map)\s*(:[^{}]{0,4000})?\}\}/gu;
/** A flag, or a name with a text in quotation marks, a list or words. */
const PROPERTY =
  /\s*:\s*(?:required\s*|([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"\s*|\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\]\s*|[^\s:"[][^:"[]*)?)(?=:|$)/gsuy;

/** `{{name::type}}` of AI Prompt Genius: `number-5` has a default, `list-a; b` a choice, `list@a` a choice that is kept elsewhere. */
const WITH_COLONS =
  /(?<!\\)\{\{([^{}|:]{1,80}):: {0,3}((?:text|largeText|number|list@[^{}\n]{1,80}|(?:number|list)-[^{}\n]{1,500})?) {0,3}\}\}/gu;

interface Blank {
  name: string;
  label?: string;
  value?: string | undefined;
}

/**
 * Turns the placeholders of other sites into blanks, but not those of code, unless they would be more than a text may have.
 *
 * @param isTyped the text is of Open WebUI, whose blanks have types
 */
export function withBlanks(text: string, isTyped = false): { text: string; blanks: number } {
  let blanks = 0;
  const replaced = (
    given: string,
    form: RegExp,
    read: (name: string, rest: string | undefined) => Blank | undefined,
  ) => {
    const isInCode = codeFinder(given);
    return given.replace(form, (placeholder, name: string, rest: string | undefined, at: number) => {
      const blank = isInCode(at) ? undefined : read(name, rest);
      const written = blank && writtenBlank(blank, given.charAt(at - 1));
      if (written === undefined) return placeholder;
      blanks += 1;
      return written;
    });
  };
  let converted = text.replace(/\r\n?/g, "\n");
  if (text.includes("::")) converted = replaced(converted, WITH_COLONS, blankWithColons);
  if (isTyped) converted = replaced(converted, TYPED, typedBlank);
  if (text.includes("${")) converted = replaced(converted, PLACEHOLDER, (name, value) => ({ name, value }));
  const isTooMuch = converted.split("{{").length - 1 > LIMITS.promptBlanks;
  return blanks === 0 || isTooMuch ? { text, blanks: 0 } : { text: converted, blanks };
}

/** Undefined if not all of its properties are understood. The type goes; a choice is kept as the label. */
function typedBlank(name: string, written = ""): Blank | undefined {
  const matches = [...written.matchAll(PROPERTY)];
  if (matches.map(([property]) => property).join("") !== written) return undefined;
  const properties = new Map(matches.map(([, property, value]) => [property, valueIn(value)]));
  const options = optionsIn(properties.get("options"));
  if (!options) return undefined;
  const hint = properties.get("placeholder") ?? properties.get("label");
  const label = [hint, options.join(" / ")].filter(Boolean).join(" – ");
  return { name: name.trim(), label: labelOf(label), value: properties.get("default") };
}

function blankWithColons(name: string, type = ""): Blank {
  const [, kind, rest = ""] = /^(number|list)-(.*)$/su.exec(type) ?? [];
  if (kind === "number") return { name: name.trim(), value: rest };
  const options = rest.split(";").map((option) => option.trim());
  return { name: name.trim(), label: labelOf(options.filter(Boolean).join(" / ")) };
}

/** In one line, with signs that look like those that would end it. */
function labelOf(words: string): string {
  return words
    .replaceAll(":", "∶")
    .replaceAll("|", "¦")
    .replace(/\\n|\s+/g, " ")
    .trim();
}

function valueIn(written = ""): string {
  const value = written.trim();
  return value.startsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value;
}

/** Undefined unless it is a list of words. */
function optionsIn(list = "[]"): string[] | undefined {
  try {
    const options: unknown = JSON.parse(list);
    const isList = Array.isArray(options) && options.every((each) => ["string", "number"].includes(typeof each));
    return isList ? options.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** Behind some signs and like a filter, only a bar makes a blank of braces. Undefined if it would say something else. */
function writtenBlank({ name, label = "", value = "" }: Blank, before: string): string | undefined {
  const fallback = value.trim() && `:${value.trim()}`;
  const start = `{{${name}${label && `|${label}`}`;
  return [`${start}${fallback}}}`, `${start}|${fallback}}}`].find((blank) => {
    const [variable, ...others] = promptVariables(before + blank);
    const isSame =
      variable?.name === name && variable.label === (label || name) && (variable.default ?? "") === value.trim();
    return isSame && others.length === 0;
  });
}
