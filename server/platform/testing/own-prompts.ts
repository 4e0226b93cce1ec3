/** Makes a prompt with whatever is given as variables. @param alias of the field in the answer */
export function createPromptOperation(selection: string, alias = "createPrompt"): string {
  return `mutation ($texts: [PromptTextInput!]!, $sourceLocale: Locale, $tags: [String!], $shared: Boolean, $idempotencyKey: String) {
    ${alias}: createPrompt(texts: $texts, sourceLocale: $sourceLocale, tags: $tags, shared: $shared, idempotencyKey: $idempotencyKey) { ${selection} } }`;
}

/** Changes the prompt `$promptId`. */
export function updatePromptOperation(selection: string, alias = "updatePrompt"): string {
  return `mutation ($promptId: ID!, $texts: [PromptTextInput!], $removedLocales: [Locale!], $tags: [String!], $shared: Boolean, $expectedUpdatedAt: DateTime) {
    ${alias}: updatePrompt(promptId: $promptId, texts: $texts, removedLocales: $removedLocales, tags: $tags, shared: $shared, expectedUpdatedAt: $expectedUpdatedAt) { ${selection} } }`;
}

/** The variables of these operations, of which the words of a single text are given beside the rest: in English, unless `locale` is given. */
export function withText(given: object): Record<string, unknown> {
  const { locale, title, content, remark, notes, ...rest } = given as Record<string, unknown>;
  const text = Object.entries({ locale, title, content, remark, notes }).filter(([, value]) => value !== undefined);
  return text.length > 0 ? { texts: [{ locale: "EN", ...Object.fromEntries(text) }], ...rest } : rest;
}
