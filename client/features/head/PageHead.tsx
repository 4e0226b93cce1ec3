import type { HeadData } from "./head-data";
import { inlineJson } from "../../runtime/page-state";

interface Others {
  /** The addresses of an Atom feed, of the page's text as Markdown, and of its oEmbed response. */
  feed?: string;
  markdown?: string;
  oembed?: string;
}

/** React hoists these into the document's head, on the server and in the browser. */
export function PageHead({ title, meta, canonical, alternates, feed, markdown, oembed }: HeadData & Others) {
  return (
    <>
      <title>{title}</title>
      {meta.map(({ name, property, content }) => (
        <meta key={`${name ?? property}=${content}`} name={name} property={property} content={content} />
      ))}
      {canonical && <link rel="canonical" href={canonical} />}
      {feed && <link rel="alternate" type="application/atom+xml" href={feed} />}
      {markdown && <link rel="alternate" type="text/markdown" href={markdown} />}
      {oembed && <link rel="alternate" type="application/json+oembed" href={oembed} title={title} />}
      {alternates.map(({ hrefLang, href }) => (
        <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={href} />
      ))}
    </>
  );
}

/** Structured data for search engines. Escaped, so that nothing in it can close the element. */
export function JsonLd({ data }: { data: object }) {
  const json = inlineJson({ "@context": "https://schema.org", ...data });
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
