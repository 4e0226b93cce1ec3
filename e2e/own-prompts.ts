import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { createMember, signedInAs } from "./account";
import { waitUntilUsable, type VisitOptions } from "./visit";

interface NewPrompt {
  title: string;
  content: string;
  locale?: string;
  remark?: string;
  notes?: string;
  tags?: readonly string[];
  shared?: boolean;
}

/** Runs an operation of the member that the page's browser is signed in as. */
export async function queryAs<Data>(page: Page, query: string, variables: object): Promise<Data> {
  const response = await page.context().request.post(`${inject("site")}/graphql`, { data: { query, variables } });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** Creates a prompt without the editor. @returns its number */
export async function createPromptByApi(page: Page, prompt: NewPrompt): Promise<string> {
  const query = `mutation ($input: CreatePromptInput!) { createPrompt(input: $input) { prompt { id } problems { code } } }`;
  const { createPrompt } = await queryAs<{ createPrompt: { prompt: { id: string } | null; problems: unknown[] } }>(
    page,
    query,
    { input: { locale: "EN", ...prompt } },
  );
  expect(createPrompt.problems).toEqual([]);
  return createPrompt.prompt?.id ?? "";
}

/** Changes a prompt, as another device of the member may. */
export async function updatePromptByApi(page: Page, id: string, input: object): Promise<void> {
  const query = `mutation ($id: ID!, $input: UpdatePromptInput!) { updatePrompt(id: $id, input: $input) { problems { code } } }`;
  expect(await queryAs(page, query, { id, input })).toEqual({ updatePrompt: { problems: [] } });
}

/** The options of a visit of a new member, whose browser knows of the session from the first page on. */
export async function asNewMember(options: VisitOptions = {}): Promise<{ username: string; options: VisitOptions }> {
  const username = await createMember();
  const { prepare, ...others } = signedInAs(username, options);
  const prepareKnown = async (page: Page) => {
    await prepare?.(page);
    await page.goto(`${inject("site")}/en/user/`);
    await waitUntilUsable(page);
    await page.locator("header details", { hasText: "Log out" }).waitFor({ state: "attached" });
  };
  return { username, options: { ...others, prepare: prepareKnown } };
}
