import GithubSlugger from "github-slugger";
import type { Element, Root } from "hast";
import { toString } from "hast-util-to-string";
import { visit } from "unist-util-visit";

export interface Heading {
  /** The element's id, including the prefix. */
  id: string;
  /** 1 to 6 */
  level: number;
  text: string;
}

/** Gives every heading an id derived from its text, like GitHub, and returns the headings. */
export function collectHeadings(tree: Root, idPrefix: string): Heading[] {
  const found: Element[] = [];
  const taken = new Set<unknown>();
  visit(tree, "element", (element) => {
    taken.add(element.properties.id);
    if (/^h[1-6]$/.test(element.tagName)) found.push(element);
  });
  const slugger = new GithubSlugger();
  return found.map((element) => {
    const text = toString(element).replace(/\s+/g, " ").trim();
    let id = element.properties.id;
    while (typeof id !== "string") {
      const slug = idPrefix + slugger.slug(text);
      if (!taken.has(slug)) id = slug;
    }
    element.properties.id = id;
    return { id, level: Number(element.tagName.slice(1)), text };
  });
}
