import type { Element, Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** What a member's text may become, written down once more: a change of what is allowed is made in two places. */
const ELEMENTS = new Set(
  "a b blockquote br code dd del details div dl dt em h3 h4 h5 h6 hr i ins kbd li ol p pre q rp rt ruby s samp section span strike strong sub summary sup table tbody td tfoot th thead tr tt ul var".split(
    " ",
  ),
);
const ATTRIBUTES: Readonly<Record<string, string>> = {
  a: "href rel",
  blockquote: "cite",
  code: "className",
  del: "cite dateTime",
  details: "open",
  ins: "cite dateTime",
  li: "value",
  ol: "reversed start type",
  q: "cite",
  td: "abbr align vAlign",
  th: "abbr align scope vAlign",
};
const EVERYWHERE = ["dir", "lang", "title"];
const BASE = "https://base.example/en/prompt/1";
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  href: ["http:", "https:", "irc:", "ircs:", "mailto:", "xmpp:"],
  cite: ["http:", "https:"],
};

/** Parses HTML as a browser does that finds it in a page, within these elements. */
export function parseWithin(html: string, ...around: readonly string[]): Root {
  const starts = around.map((name) => `<${name}>`).join("");
  const ends = around.map((name) => `</${name}>`);
  const value = starts + html + ends.toReversed().join("");
  return unified()
    .use(rehypeRaw)
    .runSync({ type: "root", children: [{ type: "raw", value }] });
}

/** The HTML as it is after a browser has parsed it within these elements; other HTML where it reaches out of them. */
export function reparsed(html: string, ...around: readonly string[]): string {
  const starts = around.map((name) => `<${name}>`).join("");
  const all = unified()
    .use(rehypeStringify)
    .stringify(parseWithin(html, ...around));
  return all.slice(starts.length, all.length - starts.length - around.length);
}

/** Everything that no member's text may put into a page. */
export function faultsOf(html: string): string[] {
  const found: string[] = [];
  const tree = parseWithin(html, "article");
  const [article] = tree.children as Element[];
  if (tree.children.length !== 1 || !article) found.push("ends its surroundings");
  visit(article ?? tree, (node) => {
    if (node.type === "element" && node !== article) found.push(...faultsOfElement(node));
    else if (node.type !== "text" && node !== article) found.push(node.type);
  });
  return found;
}

function faultsOfElement({ tagName, properties }: Element): string[] {
  if (!ELEMENTS.has(tagName)) return [`<${tagName}>`];
  const allowed = [...(ATTRIBUTES[tagName]?.split(" ") ?? []), ...EVERYWHERE];
  const found = Object.entries(properties).flatMap(([name, value]) => {
    if (!allowed.includes(name)) return [`<${tagName} ${name}>`];
    if (name === "className") {
      const isLanguage =
        Array.isArray(value) && value.length > 0 && value.every((part) => /^language-./.test(String(part)));
      return isLanguage ? [] : [`class ${String(value)}`];
    }
    const schemes = SCHEMES[name];
    if (!schemes) return [];
    // What a browser makes of it, but an address that is none leads nowhere.
    const { protocol } = URL.canParse(String(value), BASE) ? new URL(String(value), BASE) : { protocol: "https:" };
    return schemes.includes(protocol) ? [] : [`${name}=${String(value)}`];
  });
  // The site's own links have no rel: it follows them itself.
  if ("href" in properties && String(properties.rel) !== "nofollow,ugc,noopener")
    found.push("a link like the site's own");
  return found;
}
