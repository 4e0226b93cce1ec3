import type { ApolloCache } from "@apollo/client";

/** Drops the texts of a prompt in other languages than the one that was just loaded. */
export function forgetOtherTexts(cache: ApolloCache, id: string, localeName: string): void {
  const prompt = cache.identify({ __typename: "Prompt", id });
  if (!prompt) return;
  cache.modify({
    id: prompt,
    fields: {
      text: (text: unknown, { storeFieldName, DELETE }): unknown =>
        storeFieldName.includes(JSON.stringify(localeName)) ? text : DELETE,
    },
  });
}
