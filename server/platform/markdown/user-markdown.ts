import { randomUUID } from "node:crypto";
import type { Element, ElementContent, Root, RootContent, Text } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema, type Options as Schema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { limitNesting, markdownToHtmlTree } from "./parse";

const TAG_NAMES = (defaultSchema.tagNames ?? []).filter((name) => name !== "picture" && name !== "source");

/**
 * The HTML that GitHub allows, without what reaches beyond the text: ids and names, which the page's own could collide with; keys and
 * places in the order of focus; pictures in several sizes; items outside lists, which would end an item of the page. And without cells that
 * span others: the browser makes each of the thousand columns that a few characters ask for, and answers nothing for seconds.
 */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: TAG_NAMES,
  // What stands within scripts is as harmless as other words. "Use the <script> tag" goes on.
  strip: [],
  ancestors: { ...defaultSchema.ancestors, li: ["ol", "ul"], dd: ["dl"], dt: ["dl"] },
  attributes: {
    a: ["href"],
    blockquote: ["cite"],
    code: [["className", /^language-./]],
    del: ["cite", "dateTime"],
    details: ["open"],
    img: ["alt", "src"],
    input: ["checked", ["disabled", true], ["type", "checkbox"]],
    ins: ["cite", "dateTime"],
    li: ["value"],
    ol: ["reversed", "start", "type"],
    q: ["cite"],
    td: ["abbr", "align", "vAlign"],
    th: ["abbr", "align", "scope", "vAlign"],
    "*": ["dir", "lang", "title"],
  },
};

const REL = ["nofollow", "ugc", "noopener"];
/** The page's title and that of the section are above. */
const HEADINGS_ABOVE = 2;
/** With one dot between letters or digits: that at the end of a sentence is not the name's. */
const NAME = String.raw`[\p{L}\p{M}\p{N}_-]{1,64}(?:(?<=[\p{L}\p{M}\p{N}])\.[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,63})?`;
/** Not within an address: "a@b.example", "https://b.example/@c". */
const MENTION = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_@/.+-])@(${NAME})`, "gu");
/** A name within these is part of something else. */
const WITHOUT_MENTIONS: ReadonlySet<string> = new Set(["a", "code", "pre", "kbd", "samp", "tt"]);

/**
 * What a member has written, parsed. The HTML is that of GitHub's list, with fewer attributes; links are marked as not ours, pictures are
 * links to them (loading one would tell its site who reads the text), headings are below those of the page, and boxes of task lists
 * are characters. The caller has to limit the length of the text.
 */
export class UserMarkdown {
  private readonly tree: Root;
  /** What stands after an @, as written, each once. */
  readonly names: readonly string[];

  /** @param limit about the length of the HTML, in UTF-16 code units: a longer text is not rendered, but shown as it was written */
  constructor(source: string, limit = Infinity) {
    const tree = parseMarkdown(limitNesting(limitRepetition(source)));
    this.tree = (lengthOf(tree) > limit ? undefined : safe(tree, source, limit)) ?? plainText(source);
    const names = new Set<string>();
    visitTexts(this.tree, ({ value }) => {
      for (const [, name = ""] of value.matchAll(MENTION)) for (const each of readings(name)) names.add(each);
    });
    this.names = [...names];
  }

  /**
   * The HTML, in pieces around the mentions of members: between two pieces stand the member's id and the name as written.
   * @param idOf the id of the member of that name
   */
  toPieces(idOf: (name: string) => string | undefined): string[] {
    if (this.names.length === 0) return [toHtml(this.tree)];
    // Nobody can know it, so that no text can have it.
    const mark = randomUUID();
    const tree = structuredClone(this.tree);
    visitTexts(tree, (text) => {
      text.value = text.value.replace(MENTION, (written, name: string) => {
        const known = readings(name).find((each) => idOf(each) !== undefined);
        if (known === undefined) return written;
        return `${mark}${idOf(known) ?? ""}${mark}${known}${mark}${name.slice(known.length)}`;
      });
    });
    return toHtml(tree).split(mark);
  }
}

/** The names that one may be read as: in "ask @anna.Then go on" no space follows the sentence. */
function readings(name: string): string[] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name] : [name, name.slice(0, dot)];
}

/**
 * What takes the square of its number in one word. An attempt at an address reads on to its end, and only then finds that it is none; each end
 * of an emphasis looks for its beginning. A few are enough, and behind a backslash they are none.
 */
function limitRepetition(source: string): string {
  return limitInstructions(limitBrackets(source)).replace(/\S{100,}/g, (word) => {
    let count = 0;
    return word
      .replace(/(?<=www)\.|(?<=https?:)\//gi, (written) => (++count > 8 ? `\\${written}` : written))
      .replace(/[*_~]{64,}/g, (run) => (new Set(run).size > 1 ? run.replace(/./g, "\\$&") : run));
  });
}

const MOST_OPEN_INSTRUCTIONS = 8;

/** Each instruction that does not end (`<?` without `?>`) is looked for to the end of the text. */
function limitInstructions(source: string): string {
  const lastEnd = source.lastIndexOf("?>");
  let open = 0;
  return source.replace(/\\[\s\S]|<\?/g, (found, at: number) => {
    if (found !== "<?" || at < lastEnd) return found;
    open += 1;
    return open > MOST_OPEN_INSTRUCTIONS ? "\\<?" : found;
  });
}

/** Of brackets that are open at the same time. Nobody needs links in links. */
const DEEPEST_BRACKETS = 16;

/** Each bracket that closes may name what stands between: all of that is read, for every pair around it. */
function limitBrackets(source: string): string {
  let depth = 0;
  return source.replace(/\\[\s\S]|\n[ \t]*\n|[[\]]/g, (found) => {
    if (found === "[") {
      depth += 1;
      return depth > DEEPEST_BRACKETS ? "\\[" : found;
    }
    // A paragraph ends: what is open stays open.
    if (found === "]") depth = Math.max(0, depth - 1);
    else if (found.startsWith("\n")) depth = 0;
    return found;
  });
}

/** To HTML, an element whose name ends so is an unknown one. */
const INERT = "\u{10fffe}";
const STARTS = /(<\/?)([a-z][^\t\n\f\r />]*)/gi;
const FORMATTING: ReadonlySet<string> = new Set(["a", "b", "code", "em", "i", "s", "strike", "strong", "tt"]);
/** HTML has rules about where these may stand. */
const STRUCTURE: ReadonlySet<string> = new Set(TAG_NAMES.filter((name) => !FORMATTING.has(name)));

/**
 * Formatting ends with the paragraph or the cell that it stands in. HTML would repeat all that is open in every paragraph that follows:
 * 80 `<b title=…>` within 2000 characters, 25,000 times. Whatever is taken out anyway (forms, vector graphics, frames) has no rules
 * from the beginning: else it would hold together what falls apart without it.
 */
function makeInert(tree: Root): void {
  const rename = (name: string) => (STRUCTURE.has(name.toLowerCase()) ? name : name + INERT);
  visit(tree, (node) => {
    if (node.type === "element") node.tagName = rename(node.tagName);
    if (node.type === "raw") {
      node.value = node.value.replace(STARTS, (_, start: string, name: string) => start + rename(name));
    }
  });
}

/** Undoes it, also in what only looked like an element. */
function makeKnown(tree: Root): void {
  const known = <T>(value: T) => (typeof value === "string" ? value.replaceAll(INERT, "") : value);
  visit(tree, (node) => {
    if (node.type === "text") node.value = known(node.value);
    if (node.type !== "element") return;
    node.tagName = known(node.tagName);
    for (const [name, value] of Object.entries(node.properties)) node.properties[name] = known(value);
  });
}

/** One is enough for nearly all texts; what stands in a table but in no cell takes another one. */
const ATTEMPTS = 4;

/** A browser that parses the HTML gets this very tree. @returns undefined where there is none, or too long a one */
function settled(tree: Root, limit: number): Root | undefined {
  let html = toHtml(tree);
  for (let attempt = 0; attempt < ATTEMPTS && html.length <= limit; attempt += 1) {
    const parsed = parseHtml(html);
    const again = toHtml(parsed);
    if (again === html) return parsed;
    html = again;
  }
  return undefined;
}

/** About as long as its HTML. */
function lengthOf(node: Root | RootContent): number {
  let length = "value" in node ? node.value.length : 0;
  if (node.type === "element") {
    length += `<${node.tagName}></${node.tagName}>`.length;
    for (const [name, value] of Object.entries(node.properties)) length += ` ${name}="${String(value)}"`.length;
  }
  if ("children" in node) for (const child of node.children) length += lengthOf(child);
  return length;
}

function parseMarkdown(source: string): Root {
  const processor = unified().use(markdownToHtmlTree);
  // Markdown in, HTML out: the preset hides that from the types.
  return processor.runSync(processor.parse(source)) as Root;
}

/** Only what members may write. @returns undefined where there is no such HTML, or too long a one */
function safe(tree: Root, source: string, limit: number): Root | undefined {
  // Markdown makes whole HTML, whose parsing would take half of the time.
  const isPlain = !/[<\r]|&#/.test(source);
  const sanitized = unified()
    .use(rehypeSanitize, SCHEMA)
    .runSync(isPlain ? tree : parseRaw(tree));
  tame(sanitized);
  if (!isPlain) return settled(sanitized, limit);
  // A picture has become longer.
  return lengthOf(sanitized) > limit ? undefined : sanitized;
}

/** Parses the HTML that a tree still has as it was written. */
function parseRaw(tree: Root): Root {
  makeInert(tree);
  const parsed = unified().use(rehypeRaw).runSync(tree);
  makeKnown(parsed);
  return parsed;
}

function parseHtml(html: string): Root {
  const raw: Root = { type: "root", children: [{ type: "raw", value: html }] };
  return unified().use(rehypeRaw).runSync(raw);
}

function toHtml(tree: Root): string {
  return unified().use(rehypeStringify).stringify(tree);
}

function plainText(value: string): Root {
  return {
    type: "root",
    children: [{ type: "element", tagName: "p", properties: {}, children: [{ type: "text", value }] }],
  };
}

/** Deeper elements are left out, and what is in them stays. Browsers take the square of the depth for quotations and ruby. */
const DEEPEST_ELEMENTS = 64;

/** Changes sanitized HTML. @param isInLink where there can be no other link */
function tame(parent: Root | Element, isInLink = false, depth = 0): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type !== "element") return [child];
    tame(child, isInLink || child.tagName === "a", depth + 1);
    const isLeftOut = depth >= DEEPEST_ELEMENTS || (isInLink && child.tagName === "a");
    return isLeftOut ? child.children : [tamed(child, isInLink)];
  });
}

function tamed(element: Element, isInLink: boolean): ElementContent {
  const { tagName, properties } = element;
  const heading = /^h([1-6])$/.exec(tagName);
  if (heading) element.tagName = `h${String(Math.min(Number(heading[1]) + HEADINGS_ABOVE, 6))}`;
  if (tagName === "a" && properties.href !== undefined) properties.rel = REL;
  // The sanitizer leaves an empty list.
  if (Array.isArray(properties.className) && properties.className.length === 0) delete properties.className;
  if (tagName === "pre") dropFirstLineBreak(element);
  if (tagName === "input") return { type: "text", value: properties.checked === true ? "☑" : "☐" };
  if (tagName === "img") return isInLink ? labelOf(element) : linkToImage(element);
  return element;
}

/** Browsers ignore it. */
function dropFirstLineBreak({ children }: Element): void {
  for (let [first] = children; first?.type === "text"; [first] = children) {
    first.value = first.value.replace(/^[\r\n]+/, "");
    if (first.value !== "") return;
    children.shift();
  }
}

function linkToImage(image: Element): ElementContent {
  const { src } = image.properties;
  if (src === undefined) return labelOf(image);
  return { type: "element", tagName: "a", properties: { href: src, rel: REL }, children: [labelOf(image)] };
}

function labelOf({ properties: { src, alt } }: Element): Text {
  return { type: "text", value: textOf(alt) || textOf(src) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function visitTexts(node: Root | RootContent, see: (text: Text) => void): void {
  if (node.type === "text") see(node);
  if (!("children" in node) || (node.type === "element" && WITHOUT_MENTIONS.has(node.tagName))) return;
  for (const child of node.children) visitTexts(child, see);
}
