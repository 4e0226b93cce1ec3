import type { Locale } from "../../../contract/locales";
import { PRODUCT_NAME } from "../../../contract/product";

interface PromptFacts {
  url: string;
  /** The address of the home page. */
  home: string;
  /** The list that the prompt is in. */
  list: { url: string; name: string };
  locale: Locale;
  title: string;
  description: string;
  keywords: string[];
  created: string;
  updated: string;
}

export function promptJsonLd({ url, home, list, locale, title, description, keywords, ...facts }: PromptFacts): object {
  return {
    "@graph": [
      {
        "@type": "CreativeWork",
        "@id": url,
        url,
        name: title,
        abstract: description,
        inLanguage: locale,
        keywords: keywords.join(", "),
        dateCreated: facts.created,
        dateModified: facts.updated,
        isPartOf: { "@type": "WebSite", name: PRODUCT_NAME, url: home },
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: list.name, item: list.url },
          { "@type": "ListItem", position: 2, name: title, item: url },
        ],
      },
    ],
  };
}
