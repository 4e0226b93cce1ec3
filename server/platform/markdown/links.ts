import type { Root } from "hast";
import { visit } from "unist-util-visit";

export interface LinkOptions {
  userContent: boolean;
  resolveLink?: ((href: string) => string) | undefined;
}

/** Rewrites the targets of links in a sanitized text, and sets their `rel`. */
export function rewriteLinks(tree: Root, { userContent, resolveLink }: LinkOptions): void {
  visit(tree, "element", ({ tagName, properties }) => {
    if (tagName !== "a" || typeof properties.href !== "string") return;
    if (resolveLink) properties.href = resolveLink(properties.href);
    if (userContent) properties.rel = ["nofollow", "ugc", "noopener"];
  });
}
