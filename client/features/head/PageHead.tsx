import type { HeadData } from "./head-data";
import { inlineJson } from "../../runtime/page-state";

/** React hoists these into the document's head, on the server and in the browser. */
export function PageHead({ title, meta, canonical, alternates, feed }: HeadData & { feed?: string }) {
  return (
    <>
      <title>{title}</title>
      {meta.map(({ name, property, content }) => (
        <meta key={`${name ?? property}=${content}`} name={name} property={property} content={content} />
      ))}
      {canonical && <link rel="canonical" href={canonical} />}
      {feed && <link rel="alternate" type="application/atom+xml" href={feed} />}
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
