import type { Locale } from "../../../contract/locales";
import { PRODUCT_NAME } from "../../../contract/product";

interface SiteFacts {
  url: string;
  locale: Locale;
  description: string;
}

export function websiteJsonLd({ url, locale, description }: SiteFacts): object {
  return {
    "@type": "WebSite",
    name: PRODUCT_NAME,
    url,
    description,
    inLanguage: locale,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${url}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}
