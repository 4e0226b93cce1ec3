import type { Locale } from "../../../contract/locales";
import { PRODUCT_NAME } from "../../../contract/product";

interface DocFacts {
  url: string;
  home: { url: string; name: string };
  locale: Locale;
  title: string;
  description: string;
  updated: string;
}

export function docJsonLd({ url, home, locale, title, description, updated }: DocFacts): object {
  return {
    "@graph": [
      {
        "@type": "WebPage",
        "@id": url,
        url,
        name: title,
        description,
        inLanguage: locale,
        dateModified: updated,
        isPartOf: { "@type": "WebSite", name: PRODUCT_NAME, url: home.url },
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: home.name, item: home.url },
          { "@type": "ListItem", position: 2, name: title, item: url },
        ],
      },
    ],
  };
}
