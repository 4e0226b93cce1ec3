import type { Locale } from "../../contract/locales";
import { graphql } from "../gql";
import type { CreatePromptMutation } from "../gql/graphql";
import type { Draft } from "./draft";
import { apiLocale, type Prompt, type Source } from "./prompts";
import { request } from "./request";

const CreatePromptDocument = graphql(`
  mutation CreatePrompt($locale: Locale!, $id: String!, $title: String!, $content: String!) {
    createPrompt(idempotencyKey: $id, texts: [{ locale: $locale, title: $title, content: $content }]) {
      prompt {
        ...PanelPrompt
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** A mistake that a person can correct. */
export type DraftProblem = NonNullable<CreatePromptMutation["createPrompt"]>["problems"][number];

/** Stores a private prompt in one language. @throws SiteAwayError, RefusedError */
export async function savePrompt(
  source: Source,
  { id, title, content, locale }: Draft & { title: string; locale: Locale },
): Promise<{ prompt: Prompt | null; problems: DraftProblem[] }> {
  const variables = { locale: apiLocale(locale), id, title, content };
  const { createPrompt } = await request(source, CreatePromptDocument, variables);
  return { prompt: createPrompt?.prompt ?? null, problems: createPrompt?.problems ?? [] };
}
