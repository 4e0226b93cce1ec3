import { graphql } from "../../gql";

/** What surrounds every page of the docs, and of the news. */
export const DocsSiteQuery = graphql(`
  query DocsSite($locale: Locale!, $version: String) {
    docs(locale: $locale, version: $version) {
      sidebar {
        slug
        label
        description
        pages {
          path
          title
          description
        }
      }
      tags {
        slug
        label
        pages {
          path
          title
          description
        }
      }
      versions {
        name
        label
        path
      }
    }
  }
`);
