import GithubSlugger from "github-slugger";
import type { Element, ElementContent, Root as HtmlRoot } from "hast";
import { toString as textOfHtml } from "hast-util-to-string";
import type { Code, Image, Nodes, Paragraph, Root } from "mdast";
import type { ContainerDirective, LeafDirective, TextDirective } from "mdast-util-directive";
import rehypeStringify from "rehype-stringify";
import remarkDirective from "remark-directive";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype, { type Options as RehypeOptions } from "remark-rehype";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { highlight } from "./highlight";

export interface DocHeadingText {
  /** The id of its element. */
  id: string;
  /** 2 or 3 */
  level: number;
  text: string;
}

/** The text below a heading, or above the first one, where `heading` is null. */
export interface DocSection {
  heading: DocHeadingText | null;
  text: string;
}

export interface DocPicture {
  light: string;
  dark: string;
  width: number;
  height: number;
}

export interface DocMarkdownOptions {
  /** The file below the folder of its language, such as "guides/interface.md". Links in it are relative to it. */
  file: string;
  /** The address of the docs that it belongs to: "/docs", or that of an older version. */
  root: string;
  /** The ids of the headings, in order: those of the English page, so that anchors are the same in all languages. By default made from the text. */
  headingIds?: readonly string[] | undefined;
  /** @throws if there is no such picture */
  picture: (name: string) => DocPicture;
}

export interface RenderedDoc {
  /** Safe to insert into a page, once `placeAddresses` has put in its addresses. */
  html: string;
  /** Of levels 2 and 3, in order. */
  headings: DocHeadingText[];
  /** For the search, in order. */
  sections: DocSection[];
}

/** Stands in the HTML for the start of the address of a page in the reader's language. */
const PAGE_MARK = "page-of-site:";
/** Stands for the start of the address of a file, which has no language. */
const FILE_MARK = "file-of-site:";
/** Stands in the texts for the address of the site itself. */
export const EXAMPLE_SITE = "https://polyprompt.example";

/** Asides, by the name of their directive. */
const ASIDES: ReadonlySet<string> = new Set(["note", "tip", "warning"]);

/**
 * Renders our own Markdown: CommonMark and GFM without HTML, with asides (`:::note[Title]`, tip, warning) and keys (`:kbd[Ctrl]`). Code is
 * highlighted, and copied by a button that the page puts into its caption.
 * @throws if the text has what it must not have, with the reason and the line
 */
export function renderDoc(source: string, options: DocMarkdownOptions): RenderedDoc {
  const rendered: Omit<RenderedDoc, "html"> = { headings: [], sections: [] };
  const html = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkDirective)
    .use(() => (tree: Root) => {
      refuse(tree);
      toElements(tree);
      resolveLinks(tree, options);
    })
    .use(remarkRehype, { handlers: { code: codeFigure, image: pictures(options) } } satisfies RehypeOptions)
    .use(() => (tree: HtmlRoot) => {
      rendered.headings = markHeadings(tree, options.headingIds);
      rendered.sections = sectionsOf(tree, rendered.headings);
      frameTables(tree);
    })
    .use(rehypeStringify)
    .processSync(source);
  return { ...rendered, html: String(html) };
}

/** Puts the addresses of a site into rendered HTML. */
export function placeAddresses(
  html: string,
  { site, base, pages }: { site: string; base: string; pages: string },
): string {
  return html.replaceAll(PAGE_MARK, pages).replaceAll(FILE_MARK, base).replaceAll(EXAMPLE_SITE, site);
}

type Directive = ContainerDirective | LeafDirective | TextDirective;

function isDirective(node: Nodes): node is Directive {
  return node.type === "containerDirective" || node.type === "leafDirective" || node.type === "textDirective";
}

/** @throws at whatever would get lost or look wrong */
function refuse(tree: Root): void {
  visit(tree, (node: Nodes, _index, parent: Nodes | undefined) => {
    const fail = (reason: string) => {
      throw new Error(`${reason} (line ${String(node.position?.start.line ?? 0)})`);
    };
    if (node.type === "html") fail("HTML is not allowed");
    if (node.type === "heading" && ![2, 3].includes(node.depth)) fail("Headings are of level 2 or 3");
    if (node.type === "code" && !node.lang) fail("A code block needs a language");
    if (node.type === "footnoteReference") fail("Footnotes are not allowed");
    if (node.type === "image" && parent?.type === "paragraph" && parent.children.length > 1)
      fail("A picture stands alone on its line");
    if (!isDirective(node)) return;
    const isKnown =
      (node.type === "containerDirective" && ASIDES.has(node.name) && labelOf(node) !== undefined) ||
      (node.type === "textDirective" && node.name === "kbd");
    if (!isKnown) fail(`Unknown directive, or an aside without a title: ${node.name}`);
  });
}

function labelOf(aside: ContainerDirective): Paragraph | undefined {
  const [first] = aside.children;
  return first?.type === "paragraph" && first.data?.directiveLabel ? first : undefined;
}

/** Names the elements of what has none in Markdown. */
function toElements(tree: Root): void {
  visit(tree, (node: Nodes) => {
    if (node.type === "textDirective") node.data = { hName: "kbd" };
    if (node.type === "paragraph" && node.children[0]?.type === "image")
      node.data = { hName: "figure", hProperties: { className: ["picture"] } };
    if (node.type !== "containerDirective") return;
    node.data = { hName: "div", hProperties: { className: ["aside", node.name], role: "note" } };
    const label = labelOf(node);
    if (label) label.data = { ...label.data, hProperties: { className: ["aside-title"] } };
  });
}

function resolveLinks(tree: Root, options: DocMarkdownOptions): void {
  visit(tree, ["link", "definition"], (node: Nodes) => {
    if (node.type !== "link" && node.type !== "definition") return;
    node.url = addressOf(node.url, options);
    // The client's router shows it, without a page load.
    if (node.url.startsWith(PAGE_MARK)) node.data = { hProperties: { dataPage: "" } };
  });
}

/** @param href a file relative to this one, the path of a page ("/user/"), an anchor, or an address elsewhere */
function addressOf(href: string, { file, root }: DocMarkdownOptions): string {
  if (href.startsWith("/")) return PAGE_MARK + href;
  if (/^(?:#|[a-z]+:)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${file}`);
  return `${PAGE_MARK}${root}/${pathOfFile(pathname.slice(1))}${hash}`;
}

/** The address below /docs/ of a file: "guides/faq" of "guides/faq.md", "extension/" of "extension/index.md", "" of "index.md". */
export function pathOfFile(file: string): string {
  return file.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1");
}

/** A block of code with its title. */
const codeFigure: NonNullable<RehypeOptions["handlers"]>["code"] = (_state, node: Code): Element => {
  const title = /title="([^"]*)"/.exec(node.meta ?? "")?.[1];
  const caption: ElementContent[] = [{ type: "text", value: title ?? node.lang ?? "" }];
  return element("figure", { className: ["code"] }, [
    element("figcaption", {}, [...caption, element("span", { dataCopy: "" }, [])]),
    element("pre", { tabIndex: 0, dir: "ltr", translate: "no" }, [
      element("code", {}, highlight(node.value, node.lang ?? "")),
    ]),
  ]);
};

/** A picture in both colour modes, of which the page shows one. */
function pictures({ picture }: DocMarkdownOptions): NonNullable<RehypeOptions["handlers"]>["image"] {
  return (_state, node: Image): Element[] => {
    const { light, dark, width, height } = picture(node.url);
    const shown = (mode: string, file: string) =>
      element(
        "img",
        { className: [mode], src: FILE_MARK + file, alt: node.alt ?? "", width, height, loading: "lazy" },
        [],
      );
    return [shown("dark", dark), shown("light", light)];
  };
}

function element(tagName: string, properties: Element["properties"], children: ElementContent[]): Element {
  return { type: "element", tagName, properties, children };
}

/** Gives each heading an id and a link to itself. */
function markHeadings(tree: HtmlRoot, ids: readonly string[] | undefined): DocHeadingText[] {
  const slugger = new GithubSlugger();
  const headings: DocHeadingText[] = [];
  visit(tree, "element", (node: Element) => {
    if (node.tagName !== "h2" && node.tagName !== "h3") return;
    const text = textOfHtml(node);
    const id = ids?.[headings.length] ?? slugger.slug(text);
    node.properties["id"] = id;
    node.children = [element("a", { href: `#${id}` }, node.children)];
    headings.push({ id, level: Number(node.tagName.slice(1)), text });
  });
  return headings;
}

function sectionsOf(tree: HtmlRoot, headings: readonly DocHeadingText[]): DocSection[] {
  const sections: DocSection[] = [{ heading: null, text: "" }];
  let next = 0;
  for (const node of tree.children) {
    if (node.type !== "element") continue;
    if (node.tagName === "h2" || node.tagName === "h3") sections.push({ heading: headings[next++] ?? null, text: "" });
    else {
      const section = sections[sections.length - 1];
      if (section) section.text = `${section.text} ${wordsOf(node)}`.replace(/\s+/gu, " ").trim();
    }
  }
  return sections.filter(({ heading, text }) => heading !== null || text !== "");
}

/** Its text with spaces between blocks, which have none of their own in tables and lists. Without code, which reads badly in one line. */
function wordsOf(node: ElementContent): string {
  if (node.type === "text") return node.value;
  if (node.type !== "element" || node.tagName === "pre" || node.tagName === "figcaption") return "";
  if (node.tagName === "tr") {
    const cells = node.children.filter((each) => each.type === "element");
    const row = cells.map((cell) => wordsOf(cell).trim()).join(", ");
    return ` ${row.replace(/([.!?。])(?=,|$)/g, "")}; `;
  }
  const text = node.children.map(wordsOf).join("");
  return /^(?:td|th|li|p|div|br)$/.test(node.tagName) ? ` ${text} ` : text;
}

/** Tables scroll by themselves, also by keyboard. */
function frameTables(tree: HtmlRoot): void {
  let heading = "";
  visit(tree, "element", (node: Element, index, parent) => {
    if (node.tagName === "h2" || node.tagName === "h3") heading = String(node.properties["id"]);
    if (node.tagName !== "table" || parent === undefined || index === undefined) return;
    const name: Element["properties"] = heading === "" ? {} : { role: "group", ariaLabelledBy: [heading] };
    parent.children[index] = element("div", { className: ["table"], tabIndex: 0, ...name }, [node]);
    return SKIP;
  });
}
