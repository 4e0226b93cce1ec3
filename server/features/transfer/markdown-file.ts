import { parse, YAMLParseError } from "yaml";
import { type FilePlace, type ImportFile, isRefusal, localeOf } from "./file-prompt";
import { markdownTitle } from "./made-title";
import { type Fields, fieldsOf, plainPrompt, type ReadOptions } from "./plain-prompt";

/** In code units. YAML takes time that grows faster than its length. */
const MAX_FRONT_MATTER = 32 * 1024;
/** The line that ends front matter. */
const END = /^(?:---|\.\.\.)[ \t]*$/m;
const BEGIN = /^---[ \t]*\n/;

/** Front matter that is no YAML. */
class UnreadableYaml extends Error {
  override readonly name = "UnreadableYaml";

  constructor(readonly line: number) {
    super("The front matter cannot be read.");
  }
}

/** True if a text begins with front matter. */
export function hasFrontMatter(text: string): boolean {
  return BEGIN.test(text);
}

/** A Markdown file is one prompt: its front matter names the fields, the rest is the text. @throws TOO_MANY */
export function readMarkdown(text: string, options: ReadOptions, file: ImportFile, place: FilePlace): void {
  try {
    addMarkdown(text, options, file, place);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    file.add({ ...place, line: error.line, code: "UNREADABLE", field: null });
  }
}

function addMarkdown(text: string, options: ReadOptions, file: ImportFile, place: FilePlace): void {
  const { matter, body } = partsOf(text);
  const description = matter.get("description") ?? "";
  const fields = new Map(matter).set("content", body).set("description", description);
  for (const name of ["prompt", "text", "productionprompt"]) fields.delete(name);
  const id = matter.get("id");
  const sourceLocale = localeOf(matter.get("sourcelocale"));
  const isOurs = typeof id === "string" && id !== "" && sourceLocale !== undefined && matter.has("shared");
  const read = isOurs ? { ...options, keepsPlaceholders: true } : options;
  const prompt = plainPrompt(fields, place, read, markdownTitle);
  if (isOurs && !isRefusal(prompt)) file.addText(id, { ...prompt, isNumbered: true }, sourceLocale);
  else file.add(prompt);
}

/** @throws UnreadableYaml */
function partsOf(text: string): { matter: Fields; body: string } {
  const none = { matter: new Map<string, unknown>(), body: text };
  const begin = BEGIN.exec(text)?.[0].length;
  if (begin === undefined) return none;
  const end = END.exec(text.slice(begin, begin + MAX_FRONT_MATTER));
  // A line between paragraphs.
  if (!end) return none;
  const matter = yamlOf(text.slice(begin, begin + end.index));
  if (typeof matter !== "object" || matter === null || Array.isArray(matter)) return none;
  return { matter: fieldsOf(matter), body: text.slice(begin + end.index + end[0].length) };
}

/** All values are texts: a title such as 1984 or `yes` is no number. @throws UnreadableYaml */
function yamlOf(text: string): unknown {
  try {
    return parse(text, { schema: "failsafe", maxAliasCount: 10, logLevel: "error", prettyErrors: true }) as unknown;
  } catch (error) {
    // Besides errors of the parser: too many aliases, and nesting that is too deep for the stack.
    const line = error instanceof YAMLParseError ? (error.linePos?.[0].line ?? 1) : 1;
    throw new UnreadableYaml(line + 1);
  }
}
