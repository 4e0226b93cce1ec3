import { graphql } from "../../gql";

export const PostsQuery = graphql(`
  query Posts($locale: Locale!) {
    posts(locale: $locale) {
      id
      slug
      locale
      title
      description
      publishedAt
    }
  }
`);
