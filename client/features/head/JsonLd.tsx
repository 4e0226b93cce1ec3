import { inlineJson } from "../../runtime/page-state";

/** Data for search engines; never run, and nothing in it can end the element. */
export function JsonLd({ data }: { data: object }) {
  const json = inlineJson({ "@context": "https://schema.org", ...data });
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
