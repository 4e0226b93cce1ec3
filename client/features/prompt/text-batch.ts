import type { ApolloClient } from "@apollo/client";
import type { Locale } from "../../../contract/locales";
import { LIMITS } from "../../../contract/limits";
import { graphql } from "../../gql";
import { cardVariables } from "./card-variables";

const PromptCardTextsQuery = graphql(`
  query PromptCardTexts($ids: [ID!]!, $locale: Locale!, $excerptLength: Int!) {
    promptsByIds(ids: $ids) {
      id
      ...PromptCardText_prompt
    }
  }
`);

/** Fetches the cards' texts in another language into the cache: what cards ask for in one turn goes in one request. */
export class TextBatch {
  private readonly waiting = new Map<Locale, Set<string>>();
  private flushing: Promise<void> | undefined;

  constructor(private readonly apollo: ApolloClient) {}

  load(id: string, locale: Locale): Promise<void> {
    this.waiting.set(locale, (this.waiting.get(locale) ?? new Set()).add(id));
    this.flushing ??= Promise.resolve().then(() => this.flush());
    return this.flushing;
  }

  private async flush(): Promise<void> {
    const batches = [...this.waiting].flatMap(([locale, ids]) =>
      chunks([...ids], LIMITS.promptsByIds).map((chunk) => ({ ids: chunk, ...cardVariables(locale) })),
    );
    this.waiting.clear();
    this.flushing = undefined;
    await Promise.all(batches.map((variables) => this.apollo.query({ query: PromptCardTextsQuery, variables })));
  }
}

function chunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
