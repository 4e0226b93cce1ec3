import type { APIRequestContext, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { createPromptOperation, type PromptParts, updatePromptOperation, withText } from "./prompt-operations";

/** Runs an operation of the member that the page's browser, or a device without one, is signed in as. */
export async function queryAs<Data>(by: Page | APIRequestContext, query: string, variables: object): Promise<Data> {
  const requests = "context" in by ? by.context().request : by;
  const response = await requests.post(`${inject("site")}/graphql`, { data: { query, variables } });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** Creates a prompt without the editor. @returns its number */
export async function createPromptByApi(by: Page | APIRequestContext, prompt: PromptParts): Promise<string> {
  const { createPrompt } = await queryAs<{ createPrompt: { prompt: { id: string } | null; problems: unknown[] } }>(
    by,
    createPromptOperation("prompt { id } problems { code }"),
    withText(prompt),
  );
  expect(createPrompt.problems).toEqual([]);
  return createPrompt.prompt?.id ?? "";
}

/** Changes a prompt, as another device of the member may. */
export async function updatePromptByApi(by: Page | APIRequestContext, id: string, changes: PromptParts): Promise<void> {
  const variables = { promptId: id, ...withText(changes) };
  expect(await queryAs(by, updatePromptOperation("problems { code }"), variables)).toEqual({
    updatePrompt: { problems: [] },
  });
}
