import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RelaxNGValidator, XmlDocument, type XmlElement } from "libxml2-wasm";
import { projectRoot } from "../config/project-root";

const NAMESPACES = { a: "http://www.w3.org/2005/Atom", xml: "http://www.w3.org/XML/1998/namespace" };

// RFC 4287 has a schema in RELAX NG alone. libxml2 plans to drop that, so an upgrade of this package may need another validator.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const schema = RelaxNGValidator.fromDoc(
  XmlDocument.fromString(readFileSync(join(projectRoot(), "server/platform/testing/atom.rng"), "utf8")),
);

export interface ParsedEntry {
  id: string;
  title: string;
  alternate: string;
  author: { name: string; uri: string };
  published: string;
  updated: string;
  /** As "term: label". */
  categories: string[];
  /** Null if absent. */
  summary: string | null;
  content: string | null;
}

export interface ParsedFeed {
  language: string;
  id: string;
  title: string;
  subtitle: string;
  updated: string;
  self: string;
  alternate: string;
  icon: string;
  generator: string;
  entries: ParsedEntry[];
}

/** Reads a feed of ours. @throws unless it is well-formed and the schema of RFC 4287 accepts it */
export function parseAtom(xml: string): ParsedFeed {
  const document = XmlDocument.fromString(xml);
  try {
    schema.validate(document);
    const of = (node: XmlDocument | XmlElement, path: string) => node.get(path, NAMESPACES)?.content ?? null;
    const text = (path: string) => of(document, path) ?? "";
    return {
      language: text("/a:feed/@xml:lang"),
      id: text("/a:feed/a:id"),
      title: text("/a:feed/a:title"),
      subtitle: text("/a:feed/a:subtitle"),
      updated: text("/a:feed/a:updated"),
      self: text("/a:feed/a:link[@rel='self']/@href"),
      alternate: text("/a:feed/a:link[@rel='alternate']/@href"),
      icon: text("/a:feed/a:icon"),
      generator: text("/a:feed/a:generator"),
      entries: document.find("/a:feed/a:entry", NAMESPACES).map((node) => {
        const entry = node as XmlElement;
        return {
          id: of(entry, "a:id") ?? "",
          title: of(entry, "a:title") ?? "",
          alternate: of(entry, "a:link[@rel='alternate']/@href") ?? "",
          author: { name: of(entry, "a:author/a:name") ?? "", uri: of(entry, "a:author/a:uri") ?? "" },
          published: of(entry, "a:published") ?? "",
          updated: of(entry, "a:updated") ?? "",
          categories: entry
            .find("a:category", NAMESPACES)
            .map(
              (category) =>
                `${of(category as XmlElement, "@term") ?? ""}: ${of(category as XmlElement, "@label") ?? ""}`,
            ),
          summary: of(entry, "a:summary"),
          content: of(entry, "a:content[@type='text']"),
        };
      }),
    };
  } finally {
    document.dispose();
  }
}
