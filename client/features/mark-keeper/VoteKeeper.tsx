import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useFailureText } from "../../forms/failure-text";
import { useProblemText } from "../../forms/problem-text";
import { graphql } from "../../gql";
import type { VoteValue } from "../../gql/graphql";
import { useSite } from "../../runtime/SiteProvider";
import { marksOf, VOTE_WEIGHT, type VoteMark } from "../marks";
import { loadInChunks, RefusedError, UNCACHED, useMarkKeeper } from "./use-mark-keeper";

const VoteMarksQuery = graphql(`
  query VoteMarks($ids: [ID!]!) {
    viewer {
      user {
        id
      }
    }
    promptsByIds(ids: $ids) {
      id
      upvoteDifference
      viewerVote
    }
  }
`);

const VoteMutation = graphql(`
  mutation Vote($id: ID!, $value: VoteValue!) {
    vote(promptId: $id, value: $value) {
      prompt {
        id
        upvoteDifference
        viewerVote
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Carries out what the controls of votes are pressed for. */
export function VoteKeeper() {
  const { t } = useLingui();
  const client = useApolloClient();
  const { session } = useSite();
  const failureText = useFailureText("vote");
  const problemText = useProblemText("vote");
  const marks = marksOf(session).vote;
  useMarkKeeper({
    marks,
    kind: "vote",
    isSame: (one, other) => one.vote === other.vote,
    load: (ids) => load(client, ids),
    write: (id, { vote }) => write(client, id, vote),
    wishOf: (promptId, { vote: value }) => (value === "NONE" ? null : { kind: "vote", promptId, value }),
    fulfil: (wish) => {
      if (wish.kind !== "vote") return null;
      const otherwise: VoteMark = { vote: "NONE", others: null };
      return { wanted: { vote: wish.value, others: null }, otherwise, text: t`Your vote is counted` };
    },
    failureText: (error) => (error instanceof RefusedError ? problemText(error.problem) : failureText(error)),
  });
  return null;
}

interface Voted {
  id: string;
  upvoteDifference: number;
  viewerVote: VoteValue;
}

function markOf({ upvoteDifference, viewerVote: vote }: Voted): VoteMark {
  return { vote, others: upvoteDifference - VOTE_WEIGHT[vote] };
}

function load(client: ApolloClient, ids: readonly string[]): Promise<Map<string, VoteMark>> {
  return loadInChunks(
    ids,
    async (chunk) =>
      (await client.query({ query: VoteMarksQuery, variables: { ids: chunk }, ...UNCACHED })).data?.promptsByIds ?? [],
    markOf,
  );
}

async function write(client: ApolloClient, id: string, value: VoteValue): Promise<VoteMark> {
  const { data } = await client.mutate({ mutation: VoteMutation, variables: { id, value }, ...UNCACHED });
  const [problem] = data?.vote?.problems ?? [];
  if (problem) throw new RefusedError(problem);
  // It may have been taken away since.
  return data?.vote?.prompt ? markOf(data.vote.prompt) : { vote: value, others: null };
}
