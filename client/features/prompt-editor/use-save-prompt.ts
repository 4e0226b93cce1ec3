import { useApolloClient } from "@apollo/client/react";
import { useCallback } from "react";
import { OtherAccountError } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import type { CreatePromptMutation as CreatePromptMutationType } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { cardVariables } from "../prompt";
import type { DraftText } from "./drafts";
import { type Changes, changesOf, type EditorState, isAsSent, isUntouched, type SavedPrompt } from "./editor-state";
import { forgetLists, showChanges, showNewPrompt, showTexts } from "./prompt-cache";
import { loadSavedPrompt, toSavedPrompt } from "./saved-prompt";
import { unsavedId } from "./unsaved-id";
import { placed, type PlacedProblem } from "./use-refusal";

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
    $tags: [String!]
    $shared: Boolean
    $expectedUpdatedAt: DateTime
    $locale: Locale!
    $excerptLength: Int!
  ) {
    updatePrompt(
      promptId: $promptId
      texts: $texts
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
    }
  }
`);

export type SaveOutcome =
  | { kind: "saved"; id: string; isShared: boolean }
  | { kind: "refused"; problems: readonly PlacedProblem[] }
  /** An earlier request has made the prompt, and its answer got lost. It says something else: nothing was saved now. */
  | { kind: "made-before"; id: string; isUntouched: boolean }
  | { kind: "failed"; error: unknown };

/**
 * Saves all changed languages, or none. The new words are shown at once, and the former ones again if the server refuses or cannot
 * be reached. If the session has ended, the member signs in again, and it goes on.
 * @param owner the member whose prompt it is: nobody else sees words that are not saved
 */
export function useSavePrompt(owner: string): (state: EditorState) => Promise<SaveOutcome> {
  const client = useApolloClient();
  const { locale: page, session } = useSite();
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
      const stopWatching = session.subscribe(() => session.account !== owner && hide());
      try {
        const payload = await withSession(send);
        const { prompt } = payload ?? {};
        if (!prompt) return { kind: "refused", problems: problemsOf(payload, changes) };
        const { id, shared } = prompt;
        if (!saved) {
          // The answer has one of its texts.
          const isWhole = prompt.locales.length === 1;
          const made = isWhole ? toSavedPrompt(prompt, [prompt.text]) : await loadSavedPrompt(client, id);
          if (!made || !isAsSent(changes, made)) {
            // The lists of this page may not have it yet.
            forgetLists(cache, id, shared);
            return { kind: "made-before", id, isUntouched: isUntouched(prompt) };
          }
        }
        cache.batch({
          update: (stored) => {
            if (saved) showTexts(stored, id, textsAfter(saved, changes));
            else showNewPrompt(stored, id, changes);
            if (!saved || changes.shared !== undefined) forgetLists(stored, id, shared || (saved?.shared ?? false));
          },
        });
        return { kind: "saved", id, isShared: shared };
      } catch (error) {
        return { kind: "failed", error };
      } finally {
        stopWatching();
        hide();
      }

      async function send(): Promise<Payload | null | undefined> {
        // Nobody else sends what the member has written.
        if (session.account && session.account !== owner) throw new OtherAccountError();
        const { texts, ...rest } = changes;
        const sent = texts.map((text) => ({ locale: localeName(text.locale), ...wordsOf(text) }));
        const shownIn = cardVariables(page);
        if (!saved) {
          const variables = { texts: sent, ...rest, ...(idempotencyKey && { idempotencyKey }), ...shownIn };
          return (await client.mutate({ mutation: CreatePromptMutation, variables })).data?.createPrompt;
        }
        const { id: promptId, updatedAt: expectedUpdatedAt } = saved;
        const variables = { promptId, ...(sent.length > 0 && { texts: sent }), ...rest, expectedUpdatedAt, ...shownIn };
        return (await client.mutate({ mutation: UpdatePromptMutation, variables })).data?.updatePrompt;
      }
    },
    [client, owner, page, session, withSession],
  );
}

type Payload = NonNullable<CreatePromptMutationType["createPrompt"]>;

function problemsOf(payload: Payload | null | undefined, { texts }: Changes): PlacedProblem[] {
  const duplicateOf = payload?.duplicateOf?.id ?? null;
  const locales = texts.map(({ locale }) => locale);
  return (payload?.problems ?? []).map((each) => placed({ ...each, duplicateOf }, locales));
}

/** In the API, what is null stays as it is, and what is blank is removed. */
function wordsOf({ title, content, remark, notes }: Changes["texts"][number]): DraftText {
  return { title, content, remark: remark ?? "", notes: notes ?? "" };
}

/** All texts of the version after a change. */
function textsAfter(saved: SavedPrompt, changes: Changes): SavedPrompt["texts"] {
  const texts = { ...saved.texts };
  for (const text of changes.texts) texts[text.locale] = wordsOf(text);
  return texts;
}
