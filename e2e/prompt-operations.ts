/** Of a prompt, with the words of a single text: in English unless it says otherwise. */
export interface PromptParts {
  locale?: string;
  title?: string;
  content?: string;
  remark?: string;
  notes?: string;
  tags?: readonly string[];
  shared?: boolean;
}

/** Makes a prompt. @param alias of the field in the answer */
export function createPromptOperation(selection: string, alias = "createPrompt"): string {
  return `mutation ($texts: [PromptTextInput!]!, $tags: [String!], $shared: Boolean) {
    ${alias}: createPrompt(texts: $texts, tags: $tags, shared: $shared) { ${selection} } }`;
}

/** Changes the prompt `$promptId`. */
export function updatePromptOperation(selection: string, alias = "updatePrompt"): string {
  return `mutation ($promptId: ID!, $texts: [PromptTextInput!], $tags: [String!], $shared: Boolean) {
    ${alias}: updatePrompt(promptId: $promptId, texts: $texts, tags: $tags, shared: $shared) { ${selection} } }`;
}

/** The variables of both. */
export function withText({ tags, shared, ...text }: PromptParts) {
  const texts = Object.keys(text).length > 0 ? [{ locale: "EN", ...text }] : undefined;
  return { texts, tags, shared };
}
