import { randomUUID } from "node:crypto";
import type { Element, ElementContent, Root, Text } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema, type Options as Schema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { limitNesting, markdownToHtmlTree } from "./parse";

/**
 * The HTML that GitHub allows, without what reaches beyond the text: ids and names, which the page's own could collide with; keys and
 * places in the order of focus; pictures in several sizes.
 */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "picture" && name !== "source"),
  attributes: {
    a: ["href"],
    blockquote: ["cite"],
    code: [["className", /^language-./]],
    del: ["cite", "dateTime"],
    img: ["alt", "src"],
    input: [
      ["disabled", true],
      ["type", "checkbox"],
    ],
    ins: ["cite", "dateTime"],
    li: ["value"],
    ol: ["reversed", "start", "type"],
    q: ["cite"],
    td: ["abbr", "align", "colSpan", "rowSpan", "vAlign"],
    th: ["abbr", "align", "colSpan", "rowSpan", "scope", "vAlign"],
    "*": ["checked", "dir", "lang", "open", "title"],
  },
};

const REL = ["nofollow", "ugc", "noopener"];
/** The page's title and that of the section are above. */
const HEADINGS_ABOVE = 2;
const NAME = String.raw`[\p{L}\p{M}\p{N}_-]{1,64}`;
/** Not within an address: "a@b.example", "https://b.example/@c". */
const MENTION = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_@/.+-])@(${NAME})`, "gu");
/** A name within these is part of something else. */
const WITHOUT_MENTIONS: ReadonlySet<string> = new Set(["a", "code", "pre", "kbd", "samp", "tt"]);

/**
 * What a member has written, parsed. The HTML is that of `renderMarkdown`, of fewer attributes; links are marked as not ours, pictures are
 * links to them (loading one would tell its site who reads the text), headings are below those of the page, and boxes of task lists
 * are characters. The caller has to limit the length of the text.
 */
export class UserMarkdown {
  private readonly tree: Root;
  /** What stands after an @, as written, each once. */
  readonly names: readonly string[];

  constructor(source: string) {
    const processor = unified()
      .use(markdownToHtmlTree)
      .use(rehypeRaw)
      .use(rehypeSanitize, SCHEMA)
      .use(() => (tree: Root) => tame(tree))
      // What was taken out may have held its surroundings together. A browser that parses the HTML has to get this very tree.
      .use(rehypeRaw);
    // Markdown in, HTML out: the preset hides that from the types.
    this.tree = processor.runSync(processor.parse(limitNesting(source)) as Root);
    const names = new Set<string>();
    visitTexts(this.tree, ({ value }) => {
      for (const [, name = ""] of value.matchAll(MENTION)) names.add(name);
    });
    this.names = [...names];
  }

  /**
   * The HTML, in pieces around the mentions of members: between two pieces stand the member's id and the name as written.
   * @param idOf the id of the member of that name
   */
  toPieces(idOf: (name: string) => string | undefined): string[] {
    // Nobody can know it, so that no text can have it.
    const mark = randomUUID();
    const tree = structuredClone(this.tree);
    visitTexts(tree, (text) => {
      text.value = text.value.replace(MENTION, (written, name: string) => {
        const id = idOf(name);
        return id === undefined ? written : `${mark}${id}${mark}${name}${mark}`;
      });
    });
    return unified().use(rehypeStringify).stringify(tree).split(mark);
  }
}

/** Changes sanitized HTML. @param isInLink where there can be no other link */
function tame(parent: Root | Element, isInLink = false): void {
  parent.children = (parent.children as ElementContent[]).map((child) => {
    if (child.type !== "element") return child;
    tame(child, isInLink || child.tagName === "a");
    return tamed(child, isInLink);
  });
}

function tamed(element: Element, isInLink: boolean): ElementContent {
  const { tagName, properties } = element;
  const heading = /^h([1-6])$/.exec(tagName);
  if (heading) element.tagName = `h${String(Math.min(Number(heading[1]) + HEADINGS_ABOVE, 6))}`;
  if (tagName === "a" && properties.href !== undefined) properties.rel = REL;
  if (tagName === "input") return { type: "text", value: properties.checked === true ? "☑" : "☐" };
  if (tagName === "img") return isInLink ? labelOf(element) : linkToImage(element);
  return element;
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

function visitTexts(tree: Root, see: (text: Text) => void): void {
  visit(tree, (node) => {
    if (node.type === "element" && WITHOUT_MENTIONS.has(node.tagName)) return SKIP;
    if (node.type === "text") see(node);
    return undefined;
  });
}
