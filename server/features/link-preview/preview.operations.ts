import { gql } from "../../gql";

export const PREVIEW = gql(`
  query LinkPreview($id: ID!, $locale: Locale!) {
    prompt(id: $id) {
      __typename
      id
      url(locale: $locale)
      author {
        username
      }
      tags {
        label(locale: $locale)
      }
      text(locale: $locale) {
        locale
        title
        excerpt(length: 400)
      }
    }
  }
`);
