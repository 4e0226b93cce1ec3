import type { ApolloCache } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef } from "react";
import { failureOf, useFailureText } from "../../forms/failure-text";
import { checkDuplicate, useFailureNotice, usePromptLink } from "../../forms/use-failure-notice";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { useMutation } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { NotDoneError } from "../../session/send-as";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { countShared, forgetPublicLists, removeFromLists, removePage } from "./own-prompt-cache";
import { sharingDoubts } from "./sharing-doubts";

const SharePromptMutation = graphql(`
  mutation SharePrompt($id: ID!, $shared: Boolean!) {
    updatePrompt(promptId: $id, shared: $shared) {
      prompt {
        id
        shared
        sharedAt
      }
      problems {
        code
      }
      duplicateOf {
        id
      }
    }
  }
`);

const SharingQuery = graphql(`
  query Sharing($id: ID!) {
    viewer {
      user {
        id
      }
    }
    prompt(id: $id) {
      id
      shared
      sharedAt
    }
  }
`);

const SharedFacts = graphql(`
  fragment SharedFacts on Prompt {
    shared
    sharedAt
  }
`);

const DeletePromptMutation = graphql(`
  mutation DeletePrompt($id: ID!) {
    deletePrompt(promptId: $id) {
      undoableUntil
    }
  }
`);

const UndoDeletePromptMutation = graphql(`
  mutation UndoDeletePrompt($id: ID!) {
    undoDeletePrompt(promptId: $id) {
      prompt {
        id
        shared
      }
      duplicateOf {
        id
      }
    }
  }
`);

/** How long the notice offers to bring a deleted prompt back: a little less than the server keeps it. */
const UNDO_MS = 58_000;

/** How long the notice offers to share again what is not shared any longer. The button for it stays. */
const UNDO_SHARING_MS = 20_000;

/** A second tap within this time was no wish to undo the first. */
const DOUBLE_TAP_MS = 500;

/**
 * Shares a prompt of the member's with everyone, or stops that: shown at once, and taken back if the server refuses. What is asked for
 * while that is on its way is done after it. If no answer comes, the server is asked who sees it.
 */
export function useSharePrompt(): (id: string, shared: boolean) => void {
  const { t } = useLingui();
  const notify = useNotify();
  const client = useApolloClient();
  const { session } = useSite();
  const withSession = useWithSession();
  const shareFailure = useFailureNotice("share-prompt");
  const unshareFailure = useFailureNotice("unshare-prompt");
  const [update] = useMutation(SharePromptMutation);
  const pending = useRef(new Map<string, { since: number; wanted: boolean }>());
  const next = useRef<(id: string, shared: boolean) => void>(() => {});
  const start = useCallback(
    (id: string, shared: boolean) => {
      const asked = { since: Date.now(), wanted: shared };
      pending.current.set(id, asked);
      const recount = (cache: ApolloCache, wasOther: boolean) => {
        if (wasOther) countShared(cache, session.account, shared ? 1 : -1);
        if (!shared) removeFromLists(cache, id, "public");
      };
      const tellDone = () => {
        if (shared) {
          forgetPublicLists(client.cache);
          notify({ message: t`The prompt is shared with everyone.`, about: id });
          return;
        }
        // It keeps the day on which it was first shared, and its votes.
        const undo = () => next.current(id, true);
        const action = { label: t`Undo`, ms: UNDO_SHARING_MS, run: undo };
        notify({ message: t`Only you can see the prompt now.`, action, about: id });
      };
      const tellFailure = (error: unknown) => notify({ ...(shared ? shareFailure : unshareFailure)(error), about: id });
      const askWhoSees = async (failure: unknown) => {
        const known = knownFacts(client.cache, id);
        const asked = { query: SharingQuery, variables: { id }, fetchPolicy: "network-only" } as const;
        const answer = await sharingDoubts(session).settle(
          id,
          () => client.query(asked),
          () => tellFailure(failure),
        );
        const prompt = answer.data?.prompt;
        // It was deleted meanwhile.
        if (!prompt) return;
        if (prompt.shared !== shared) throw new NotDoneError();
        recount(client.cache, known !== null && known.shared !== shared);
        tellDone();
      };
      const send = () => {
        const known = knownFacts(client.cache, id);
        const sharedAt = known?.sharedAt ?? (shared ? new Date().toISOString() : null);
        const prompt = { __typename: "Prompt" as const, id, shared, sharedAt };
        return update({
          variables: { id, shared },
          optimisticResponse: {
            __typename: "Mutation",
            updatePrompt: { __typename: "PromptPayload", prompt, problems: [], duplicateOf: null },
          },
          update: (cache, { data }) => {
            if (!data?.updatePrompt?.prompt) return;
            recount(cache, known !== null && known.shared !== shared);
          },
        }).then(({ data }) => checkDuplicate(data?.updatePrompt));
      };
      withSession(send)
        .then(tellDone, (error: unknown) => {
          if (failureOf(error).reason !== "unanswered") throw error;
          return askWhoSees(error);
        })
        .catch(tellFailure)
        .finally(() => {
          pending.current.delete(id);
          if (asked.wanted !== shared) next.current(id, asked.wanted);
        });
    },
    [t, notify, client, session, withSession, shareFailure, unshareFailure, update],
  );
  useEffect(() => {
    next.current = start;
  }, [start]);
  return useCallback(
    (id, shared) => {
      const asked = pending.current.get(id);
      if (!asked) start(id, shared);
      else if (Date.now() - asked.since > DOUBLE_TAP_MS) asked.wanted = shared;
    },
    [start],
  );
}

/**
 * Deletes a prompt of the member's, with a notice that brings it back for a minute, wherever the member goes meanwhile. One that
 * another device has deleted is gone, too, but comes back only there.
 * @returns a function that deletes it; `leave` takes the member away from its page, once it is deleted
 */
export function useDeletePrompt(): (id: string, leave?: () => Promise<void>) => Promise<void> {
  const { t } = useLingui();
  const notify = useNotify();
  const announce = useAnnounce();
  const client = useApolloClient();
  const { session } = useSite();
  const withSession = useWithSession();
  const failureText = useFailureText("undo-delete-prompt");
  const linkTo = usePromptLink();
  return useCallback(
    async (id, leave) => {
      const { cache } = client;
      // The form repeats it if the session has ended.
      const wasThere = await client.mutate({ mutation: DeletePromptMutation, variables: { id } }).then(
        () => true,
        (error: unknown) => {
          if (failureOf(error).reason === "missing") return false;
          throw error;
        },
      );
      const deletion = hide(cache, session.account, id);
      await leave?.();
      removePage(cache, id);
      const offerUndo = (message: string) => {
        const ms = deletion.until - Date.now();
        const action = { label: t`Undo`, ms, takesFocus: true, run: undo };
        notify(ms > 0 ? { message, action, about: id } : { message });
      };
      const undo = () => {
        withSession(() => client.mutate({ mutation: UndoDeletePromptMutation, variables: { id } })).then(
          ({ data }) => {
            deletion.revert();
            const { duplicateOf } = data?.undoDeletePrompt ?? {};
            if (!duplicateOf) {
              announce(t`The prompt is back.`);
              return;
            }
            countShared(cache, session.account, -1);
            removeFromLists(cache, id, "public");
            notify({
              message: t`The prompt is back, but private: another prompt with this text is shared by now.`,
              link: linkTo(duplicateOf.id),
            });
          },
          (error: unknown) => {
            const message = failureText(error);
            if (failureOf(error).reason === "missing") notify({ message });
            else offerUndo(message);
          },
        );
      };
      if (wasThere) offerUndo(t`Prompt deleted`);
      else notify({ message: t`The prompt had been deleted already.` });
    },
    [t, notify, announce, client, session, withSession, failureText, linkTo],
  );
}

interface Deletion {
  /** Until when it can be undone. */
  until: number;
  /** Shows the prompt again, in the same places. */
  revert(): void;
}

/** Takes a deleted prompt out of the lists. What nothing shows is collected later. */
function hide(cache: ApolloCache, account: string | null, id: string): Deletion {
  const wasShared = knownFacts(cache, id)?.shared ?? false;
  const count = (change: 1 | -1) => wasShared && countShared(cache, account, change);
  const restore = removeFromLists(cache, id, "all");
  count(-1);
  return {
    until: Date.now() + UNDO_MS,
    revert: () => {
      restore();
      count(1);
    },
  };
}

function knownFacts(cache: ApolloCache, id: string) {
  const prompt = cache.identify({ __typename: "Prompt", id });
  return prompt ? cache.readFragment({ fragment: SharedFacts, id: prompt }) : null;
}
