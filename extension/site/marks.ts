import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import { graphql } from "../gql";
import type { VoteValue } from "../gql/graphql";
import { LISTS, type ListState, type Page, type Prompt, promptsOf } from "./prompts";
import { type Caller, RefusedError, request, SiteAwayError } from "./request";

const AddFavoriteDocument = graphql(`
  mutation AddFavorite($id: ID!) {
    addFavorite(promptId: $id) {
      problems {
        code
      }
    }
  }
`);

const RemoveFavoriteDocument = graphql(`
  mutation RemoveFavorite($id: ID!) {
    removeFavorite(promptId: $id) {
      problems {
        code
      }
    }
  }
`);

const VoteDocument = graphql(`
  mutation Vote($id: ID!, $value: VoteValue!) {
    vote(promptId: $id, value: $value) {
      problems {
        code
      }
    }
  }
`);

/** A heart or a vote, and the one that it replaces. */
export type MarkChange =
  { kind: "favorite"; value: boolean; former: boolean } | { kind: "vote"; value: VoteValue; former: VoteValue };

/** A member's heart or vote on a prompt. */
export type Mark = MarkChange & {
  id: string;
  /** `ApiToken.id` of the account. Sites have the same numbers for prompts of the library. */
  account: string;
};

/** The key of such changes: by it the client knows how to send those that an earlier panel has left. */
export const MARK = ["mark"] as const;

/**
 * Tells the client how marks are sent, one after the other. They are shown at once. While the site is away they wait, and outlast the
 * panel; a mark that the site refuses is taken back.
 * @param callerOf the site and the token of an account; null once the panel is not connected with it any more
 */
export function sendMarks(client: QueryClient, callerOf: (account: string) => Promise<Caller | null>): void {
  client.setMutationDefaults(MARK, {
    scope: { id: "marks" },
    mutationFn: async (mark: Mark) => {
      const caller = await callerOf(mark.account);
      if (!caller) throw new RefusedError("NOT_CONNECTED", "The panel is connected with another account.");
      await sendMark(caller, mark);
    },
    // The client waits where the last answer was that the site is away.
    retry: (_count, error) => error instanceof SiteAwayError,
    retryDelay: 0,
    onMutate: (mark: Mark) => showMark(client, mark),
    onError: (_error, mark: Mark) => showMark(client, { ...mark, value: mark.former } as Mark),
    onSuccess: async (_data, mark: Mark) => {
      // A list that was asked for before may have come since.
      showMark(client, mark);
      if (mark.kind === "favorite")
        await client.invalidateQueries({
          queryKey: [LISTS],
          predicate: ({ queryKey }) => queryKey[2] === mark.account && (queryKey[4] as ListState).tab === "favorites",
        });
    },
  });
}

/** @throws SiteAwayError, RefusedError */
async function sendMark(caller: Caller, mark: Mark): Promise<void> {
  const { id } = mark;
  const payload =
    mark.kind === "vote"
      ? (await request(caller, VoteDocument, { id, value: mark.value })).vote
      : mark.value
        ? (await request(caller, AddFavoriteDocument, { id })).addFavorite
        : (await request(caller, RemoveFavoriteDocument, { id })).removeFavorite;
  const [problem] = payload?.problems ?? [];
  if (problem) throw new RefusedError(problem.code, `The site has not accepted the change: ${problem.code}.`);
}

const WEIGHT = { UP: 1, NONE: 0, DOWN: -1 } as const satisfies Record<VoteValue, number>;

/** A prompt with a mark. */
export function marked(prompt: Prompt, mark: Mark): Prompt {
  if (prompt.id !== mark.id) return prompt;
  if (mark.kind === "favorite") return { ...prompt, viewerHasFavorited: mark.value };
  const upvoteDifference = prompt.upvoteDifference + WEIGHT[mark.value] - WEIGHT[prompt.viewerVote];
  return { ...prompt, viewerVote: mark.value, upvoteDifference };
}

/** Shows a mark wherever its prompt is kept for the account. What is kept is as old as before, and is still asked for again where it was to be. */
function showMark(client: QueryClient, mark: Mark): void {
  const isMarked = ({ id }: Prompt) => id === mark.id;
  const keptFor = (kind: string) =>
    client.getQueryCache().findAll({ queryKey: [kind], predicate: ({ queryKey }) => queryKey[2] === mark.account });
  const show = <Data>(query: Query, data: Data) => {
    const { dataUpdatedAt, isInvalidated } = query.state;
    client.setQueryData<Data>(query.queryKey, data, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate();
  };
  for (const query of keptFor(LISTS)) {
    const data = query.state.data as InfiniteData<Page> | undefined;
    if (!data || !promptsOf(data).some(({ node }) => isMarked(node))) continue;
    const pages = data.pages.map((page) => ({
      ...page,
      edges: page.edges.map((edge) => ({ ...edge, node: marked(edge.node, mark) })),
    }));
    show(query, { ...data, pages });
  }
  for (const query of keptFor("prompt")) {
    const prompt = query.state.data as Prompt | null | undefined;
    if (prompt && isMarked(prompt)) show(query, marked(prompt, mark));
  }
}
