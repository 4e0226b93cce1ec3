import { useApolloClient } from "@apollo/client/react";
import { useCallback } from "react";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import type { CreatePromptMutation as CreatePromptMutationType } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { cardVariables } from "../prompt";
import type { DraftText } from "./drafts";
import { type Changes, changesOf, type EditorState, isAsSent, isUntouched, type SavedPrompt } from "./editor-state";
import { forgetLists, showChanges, showNewPrompt, showTexts } from "./prompt-cache";
import { toSavedPrompt } from "./saved-prompt";
import { unsavedId } from "./unsaved-id";
import { placed, type PlacedProblem } from "./use-refusal";

graphql(`
  fragment WrittenPrompt on Prompt {
    ...SavedPrompt @unmask
    createdAt
    locales
    sharedAt
    hidden
    viewerCanEdit
    author {
      id
      promptCount
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
  mutation CreatePrompt(
    $texts: [PromptTextInput!]!
    $tags: [String!]
    $shared: Boolean
    $idempotencyKey: String
    $locale: Locale!
    $excerptLength: Int!
  ) {
    createPrompt(texts: $texts, tags: $tags, shared: $shared, idempotencyKey: $idempotencyKey) {
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
  mutation UpdatePrompt(
    $promptId: ID!
    $texts: [PromptTextInput!]
    $removedLocales: [Locale!]
    $tags: [String!]
    $shared: Boolean
    $expectedUpdatedAt: DateTime
    $locale: Locale!
    $excerptLength: Int!
  ) {
    updatePrompt(
      promptId: $promptId
      texts: $texts
      removedLocales: $removedLocales
      tags: $tags
      shared: $shared
      expectedUpdatedAt: $expectedUpdatedAt
    ) {
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
      newest {
        ...WrittenPrompt @unmask
      }
    }
  }
`);

export type SaveOutcome =
  | { kind: "saved"; id: string; isShared: boolean }
  | { kind: "refused"; problems: readonly PlacedProblem[] }
  /** There is a version that these changes were not made of, so nothing was saved: of another device, or of a request whose answer got lost. */
  | { kind: "newer"; newest: SavedPrompt; isUntouched: boolean }
  | { kind: "failed"; error: unknown };

/**
 * Saves all changed languages, or none. The new words are shown at once, and the former ones again if the server refuses or cannot
 * be reached. If the session has ended, the member signs in again, and it goes on.
 */
export function useSavePrompt(): (state: EditorState) => Promise<SaveOutcome> {
  const client = useApolloClient();
  const { locale: page } = useSite();
  const withSession = useWithSession();
  return useCallback(
    async (state) => {
      const { cache } = client;
      const { saved, idempotencyKey } = state;
      const changes = changesOf(state);
      const layer = unsavedId();
      cache.recordOptimisticTransaction((shown) => {
        if (saved) showChanges(shown, saved.id, changes, false);
        else showNewPrompt(shown, layer, changes);
      }, layer);
      const hide = () => cache.removeOptimistic(layer);
      try {
        const payload = await withSession(send);
        const prompt = payload?.prompt ?? payload?.newest;
        if (!prompt) return { kind: "refused", problems: problemsOf(payload, changes) };
        const { id, shared } = prompt;
        const newest = toSavedPrompt(prompt);
        const isSaved = saved ? !payload?.newest : isAsSent(changes, newest);
        cache.batch({
          update: (stored) => {
            if (!saved && isSaved) showNewPrompt(stored, id, changes);
            showTexts(stored, id, newest.texts);
            // The lists of this page may not have one that was made before.
            if (!saved || changes.shared !== undefined) forgetLists(stored, id, shared || (saved?.shared ?? false));
          },
        });
        return isSaved
          ? { kind: "saved", id, isShared: shared }
          : { kind: "newer", newest, isUntouched: isUntouched(prompt) };
      } catch (error) {
        return { kind: "failed", error };
      } finally {
        hide();
      }

      async function send(): Promise<Payload | null | undefined> {
        const { texts, removedLocales, ...rest } = changes;
        const sent = texts.map((text) => ({ locale: localeName(text.locale), ...wordsOf(text) }));
        const shownIn = cardVariables(page);
        if (!saved) {
          const variables = { texts: sent, ...rest, ...(idempotencyKey && { idempotencyKey }), ...shownIn };
          return (await client.mutate({ mutation: CreatePromptMutation, variables })).data?.createPrompt;
        }
        const { id: promptId, updatedAt: expectedUpdatedAt } = saved;
        const variables = {
          promptId,
          ...(sent.length > 0 && { texts: sent }),
          ...(removedLocales && { removedLocales: removedLocales.map(localeName) }),
          ...rest,
          expectedUpdatedAt,
          ...shownIn,
        };
        return (await client.mutate({ mutation: UpdatePromptMutation, variables })).data?.updatePrompt;
      }
    },
    [client, page, withSession],
  );
}

type Created = NonNullable<CreatePromptMutationType["createPrompt"]>;
type Payload = Created & { newest?: Created["prompt"] };

function problemsOf(payload: Payload | null | undefined, { texts }: Changes): PlacedProblem[] {
  const duplicateOf = payload?.duplicateOf?.id ?? null;
  const locales = texts.map(({ locale }) => locale);
  return (payload?.problems ?? []).map((each) => placed({ ...each, duplicateOf }, locales));
}

/** In the API, what is null stays as it is, and what is blank is removed. */
function wordsOf({ title, content, remark, notes }: Changes["texts"][number]): DraftText {
  return { title, content, remark: remark ?? "", notes: notes ?? "" };
}
