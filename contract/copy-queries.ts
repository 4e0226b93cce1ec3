/** How to keep a copy of all public prompts: in the schema's description, in the explorer, and run by the tests as it stands. */
export const COPY_QUERIES = `query Copy(
  $after: String
  $since: DateTime
) {
  prompts(
    locale: EN
    orderBy: {
      field: UPDATED_AT
      direction: ASC
    }
    filter: { updatedSince: $since }
    first: 40
    after: $after
  ) {
    nodes {
      id
      url
      updatedAt
      author { username }
      tags { slug }
      texts {
        locale
        title
        content
        remark
        notes
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}

query Removed(
  $since: DateTime!
  $after: String
) {
  removedPrompts(
    since: $since
    first: 100
    after: $after
  ) {
    nodes { promptId }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;
