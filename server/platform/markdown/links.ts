import type { Root } from "hast";
import { visit } from "unist-util-visit";

/** Rewrites the targets of links in a sanitized text. */
export function rewriteLinks(tree: Root, resolveLink?: (href: string) => string): void {
  if (!resolveLink) return;
  visit(tree, "element", ({ tagName, properties }) => {
    if (tagName === "a" && typeof properties.href === "string") properties.href = resolveLink(properties.href);
  });
}
