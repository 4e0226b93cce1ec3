import type { Root } from "hast";
import { visit } from "unist-util-visit";

export interface LinkOptions {
  userContent: boolean;
  resolveLink?: ((href: string) => string) | undefined;
}

/** Says where the links of a sanitised text lead, and what they are worth. */
export function followLinks(tree: Root, { userContent, resolveLink }: LinkOptions): void {
  visit(tree, "element", ({ tagName, properties }) => {
    if (tagName !== "a" || typeof properties.href !== "string") return;
    if (resolveLink) properties.href = resolveLink(properties.href);
    if (userContent) properties.rel = ["nofollow", "ugc", "noopener"];
  });
}
