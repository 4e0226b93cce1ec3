import type { Locale } from "../../../contract/locales";
import { PRODUCT_NAME } from "../../../contract/product";

interface TextFacts {
  url: string;
  home: { url: string; name: string };
  /** The pages between the home page and this one. */
  above: readonly { url: string; name: string }[];
  locale: Locale;
  title: string;
  description: string;
}

/** A page of the docs. @param updated if it is known */
export function docJsonLd({ updated, ...facts }: TextFacts & { updated?: string }): object {
  return graph(facts, { "@type": "WebPage", name: facts.title, ...(updated ? { dateModified: updated } : {}) });
}

export function postJsonLd({ published, ...facts }: TextFacts & { published: string }): object {
  const { url, name } = { url: facts.home.url, name: PRODUCT_NAME };
  return graph(facts, {
    "@type": "BlogPosting",
    headline: facts.title,
    datePublished: published,
    author: { "@type": "Organization", name, url },
  });
}

function graph({ url, home, above, locale, title, description }: TextFacts, page: object): object {
  const crumbs = [home, ...above, { url, name: title }];
  return {
    "@graph": [
      {
        "@id": url,
        url,
        description,
        inLanguage: locale,
        isPartOf: { "@type": "WebSite", name: PRODUCT_NAME, url: home.url },
        ...page,
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: crumbs.map((crumb, index) => ({
          "@type": "ListItem",
          position: index + 1,
          name: crumb.name,
          item: crumb.url,
        })),
      },
    ],
  };
}
