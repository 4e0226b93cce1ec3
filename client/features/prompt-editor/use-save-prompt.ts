import { useApolloClient } from "@apollo/client/react";
import { useCallback } from "react";
import { OtherAccountError } from "../../forms/failure-text";
import type { FormProblem } from "../../forms/problem-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import type { CreatePromptMutation as CreatePromptMutationType } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import type { Locale } from "../../../contract/locales";
import { cardVariables } from "../prompt";
import {
  type Change,
  changesOf,
  type EditorState,
  isAsSent,
  isUntouched,
  savedAfter,
  type SavedPrompt,
} from "./editor-state";
import { unsavedId } from "./unsaved-id";
import { forgetLists, showChange, showNewPrompt, showTexts } from "./prompt-cache";

graphql(`
  fragment WrittenPrompt on Prompt {
    id
    createdAt
    updatedAt
    sourceLocale
    locales
    shared
    sharedAt
    hidden
    viewerCanEdit
    author {
      id
      promptCount
    }
    tags {
      slug
    }
    text(locale: $locale) {
      locale
      title
      content
      remark
      notes
      excerpt(length: $excerptLength)
      excerptIsWhole(length: $excerptLength)
    }
  }
`);

const CreatePromptMutation = graphql(`
  mutation CreatePrompt($input: CreatePromptInput!, $locale: Locale!, $excerptLength: Int!) {
    createPrompt(input: $input) {
      prompt {
        ...WrittenPrompt @unmask
      }
      problems {
        code
        field
        limit
      }
      duplicateOf {
        id
      }
    }
  }
`);

const UpdatePromptMutation = graphql(`
  mutation UpdatePrompt($id: ID!, $input: UpdatePromptInput!, $locale: Locale!, $excerptLength: Int!) {
    updatePrompt(promptId: $id, input: $input) {
      prompt {
        ...WrittenPrompt @unmask
      }
      problems {
        code
        field
        limit
      }
      duplicateOf {
        id
      }
    }
  }
`);

export type SaveOutcome =
  | { kind: "saved"; prompt: SavedPrompt }
  | {
      kind: "refused";
      /** The version after what was saved before that. */
      prompt: SavedPrompt | null;
      done: Locale[];
      locale: Locale | null;
      problems: readonly FormProblem[];
    }
  /** An earlier request has made the prompt, and its answer got lost. It says something else: nothing was saved now. */
  | { kind: "made-before"; id: string; isUntouched: boolean }
  | { kind: "failed"; prompt: SavedPrompt | null; done: Locale[]; error: unknown };

/**
 * Saves every changed language. The new words are shown at once, and the former ones again if the server refuses or cannot be
 * reached. If the session has ended, the member signs in again, and it goes on.
 * @param owner the member whose prompt it is: nobody else sees words that are not saved
 */
export function useSavePrompt(owner: string): (state: EditorState) => Promise<SaveOutcome> {
  const client = useApolloClient();
  const { locale: page, session } = useSite();
  const withSession = useWithSession();
  return useCallback(
    async (state) => {
      const { cache } = client;
      const changes = changesOf(state);
      const layer = unsavedId();
      const [first] = changes;
      cache.recordOptimisticTransaction((shown) => {
        if (!state.saved && first) showNewPrompt(shown, layer, first);
        for (const change of changes) if (state.saved) showChange(shown, state.saved.id, change, false);
      }, layer);
      const hide = () => cache.removeOptimistic(layer);
      const stopWatching = session.subscribe(() => session.account !== owner && hide());

      let prompt = state.saved;
      const done: Locale[] = [];
      try {
        for (const change of changes) {
          const base = prompt;
          const { written, problems } = await withSession(() => send(base, change));
          if (!written) return { kind: "refused", prompt, done, locale: change.locale, problems };
          if (!base && !isAsSent(change, written)) {
            // The lists of this page may not have it yet.
            forgetLists(cache, written.id, written.shared);
            return { kind: "made-before", id: written.id, isUntouched: isUntouched(written) };
          }
          prompt = savedAfter(prompt, change, written);
          if (change.locale) done.push(change.locale);
          const saved = prompt;
          const { id } = saved;
          const isPublic = prompt.shared || (base?.shared ?? false);
          cache.batch({
            update: (stored) => {
              if (base) showTexts(stored, saved);
              else showNewPrompt(stored, id, change);
              if (!base || change.shared !== undefined) forgetLists(stored, id, isPublic);
            },
          });
        }
        return prompt ? { kind: "saved", prompt } : { kind: "refused", prompt, done, locale: null, problems: [] };
      } catch (error) {
        return { kind: "failed", prompt, done, error };
      } finally {
        stopWatching();
        hide();
      }

      async function send(base: SavedPrompt | null, { locale, text, tags, shared }: Change) {
        // Nobody else sends what the member has written.
        if (session.account && session.account !== owner) throw new OtherAccountError();
        const rest = { ...(tags && { tags }), ...(shared !== undefined && { shared }) };
        const shownIn = cardVariables(locale ?? page);
        if (!base) {
          if (!locale || !text) throw new Error("A new prompt needs a text.");
          const { idempotencyKey } = state;
          const input = { locale: localeName(locale), ...text, ...rest, ...(idempotencyKey && { idempotencyKey }) };
          const { data } = await client.mutate({
            mutation: CreatePromptMutation,
            variables: { input, ...shownIn },
          });
          return outcomeOf(data?.createPrompt);
        }
        const words = locale && text && { locale: localeName(locale), ...withBlanks(text) };
        const input = { ...words, ...rest, expectedUpdatedAt: base.updatedAt };
        const { data } = await client.mutate({
          mutation: UpdatePromptMutation,
          variables: { id: base.id, input, ...shownIn },
        });
        return outcomeOf(data?.updatePrompt);
      }
    },
    [client, owner, page, session, withSession],
  );
}

function outcomeOf(payload: CreatePromptMutationType["createPrompt"] | undefined) {
  const duplicateOf = payload?.duplicateOf?.id ?? null;
  const problems: FormProblem[] = (payload?.problems ?? []).map((each) => ({ ...each, duplicateOf }));
  return { written: payload?.prompt ?? null, problems };
}

/** What is null stays as it is; what is blank is removed. */
function withBlanks(text: NonNullable<Change["text"]>) {
  return { ...text, remark: text.remark ?? "", notes: text.notes ?? "" };
}
