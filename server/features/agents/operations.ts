import { gql } from "../../gql";

/** The fields of a prompt in a list. By types and ids, kept texts know what they show. */
gql(`
  fragment AgentPrompt on Prompt {
    __typename
    id
    origin
    shared
    url(locale: $locale)
    author {
      __typename
      id
      username
    }
    tags {
      slug
    }
    updatedAt
    text(locale: $locale) {
      locale
      title
      remark
      variables {
        name
        label
        default
      }
    }
  }
`);

/** The whole of a prompt in one language. */
gql(`
  fragment AgentWholePrompt on Prompt {
    ...AgentPrompt
    locales
    text(locale: $locale) {
      content
      notes
    }
  }
`);

export const PROMPT = gql(`
  query AgentPromptOf($id: ID!, $locale: Locale!) {
    prompt(id: $id) {
      ...AgentWholePrompt
    }
  }
`);

export const LIBRARY = gql(`
  query AgentLibrary($locale: Locale!, $first: Int!, $after: String) {
    prompts(
      locale: $locale
      filter: { origin: LIBRARY }
      orderBy: { field: ID, direction: ASC }
      first: $first
      after: $after
    ) {
      nodes {
        ...AgentPrompt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const SEARCH = gql(`
  query AgentSearch($locale: Locale!, $filter: PromptFilter!, $orderBy: PromptOrder, $first: Int!, $after: String) {
    prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      nodes {
        ...AgentPrompt
        text(locale: $locale) {
          excerpt(length: 200)
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      search {
        mode
        correctedQuery
      }
    }
  }
`);

export const OWN_PROMPTS = gql(`
  query AgentOwnPrompts($locale: Locale!, $filter: PromptFilter, $first: Int!, $after: String) {
    viewer {
      prompts(locale: $locale, filter: $filter, first: $first, after: $after) {
        nodes {
          ...AgentPrompt
          text(locale: $locale) {
            excerpt(length: 200)
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const TAGS = gql(`
  query AgentTags($locale: Locale!) {
    tags(first: 100) {
      nodes {
        slug
        label(locale: $locale)
        description(locale: $locale)
        promptCount
      }
    }
  }
`);

export const CREATE_PROMPT = gql(`
  mutation AgentCreatePrompt(
    $texts: [PromptTextInput!]!
    $sourceLocale: Locale
    $tags: [String!]
    $shared: Boolean
    $idempotencyKey: String
    $locale: Locale!
  ) {
    createPrompt(
      texts: $texts
      sourceLocale: $sourceLocale
      tags: $tags
      shared: $shared
      idempotencyKey: $idempotencyKey
    ) {
      problems {
        code
        field
        limit
      }
      duplicateOf {
        id
      }
      prompt {
        ...AgentPrompt
      }
    }
  }
`);

export const UPDATE_PROMPT = gql(`
  mutation AgentUpdatePrompt(
    $promptId: ID!
    $texts: [PromptTextInput!]
    $removedLocales: [Locale!]
    $tags: [String!]
    $shared: Boolean
    $expectedUpdatedAt: DateTime
    $locale: Locale!
  ) {
    updatePrompt(
      promptId: $promptId
      texts: $texts
      removedLocales: $removedLocales
      tags: $tags
      shared: $shared
      expectedUpdatedAt: $expectedUpdatedAt
    ) {
      problems {
        code
        field
        limit
      }
      duplicateOf {
        id
      }
      prompt {
        ...AgentPrompt
      }
    }
  }
`);

export const ADD_FAVORITE = gql(`
  mutation AgentAddFavorite($promptId: ID!) {
    addFavorite(promptId: $promptId) {
      problems {
        code
        field
        limit
      }
      prompt {
        id
        viewerHasFavorited
      }
    }
  }
`);

/** Numbers of the library for words. */
export const NUMBERS = gql(`
  query AgentNumbers($locale: Locale!, $filter: PromptFilter!, $first: Int!) {
    prompts(locale: $locale, filter: $filter, first: $first) {
      nodes {
        id
      }
    }
  }
`);

/** Which of these numbers there are. */
export const EXISTING = gql(`
  query AgentExisting($ids: [ID!]!) {
    promptsByIds(ids: $ids) {
      id
      origin
    }
  }
`);
