import type { APIRequestContext, Page } from "playwright-core";
import { expect, inject } from "vitest";

interface NewPrompt {
  title: string;
  content: string;
  locale?: string;
  remark?: string;
  notes?: string;
  tags?: readonly string[];
  shared?: boolean;
}

/** Runs an operation of the member that the page's browser, or a device without one, is signed in as. */
export async function queryAs<Data>(by: Page | APIRequestContext, query: string, variables: object): Promise<Data> {
  const requests = "context" in by ? by.context().request : by;
  const response = await requests.post(`${inject("site")}/graphql`, { data: { query, variables } });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** Creates a prompt without the editor. @returns its number */
export async function createPromptByApi(by: Page | APIRequestContext, prompt: NewPrompt): Promise<string> {
  const query = `mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } problems { code } } }`;
  const { createPrompt } = await queryAs<{ createPrompt: { prompt: { id: string } | null; problems: unknown[] } }>(
    by,
    query,
    { input: { locale: "EN", ...prompt } },
  );
  expect(createPrompt.problems).toEqual([]);
  return createPrompt.prompt?.id ?? "";
}

/** Changes a prompt, as another device of the member may. */
export async function updatePromptByApi(by: Page | APIRequestContext, id: string, input: object): Promise<void> {
  const query = `mutation ($id: ID!, $input: UpdatePromptInput!) { updatePrompt(promptId: $id, input: $input) { problems { code } } }`;
  expect(await queryAs(by, query, { id, input })).toEqual({ updatePrompt: { problems: [] } });
}
