import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useFailureText } from "../../forms/failure-text";
import { useProblemText } from "../../forms/problem-text";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { favoriteMarks } from "../favorite";
import { loadInChunks, RefusedError, UNCACHED, useMarkKeeper } from "./use-mark-keeper";

const FavoriteMarksQuery = graphql(`
  query FavoriteMarks($ids: [ID!]!) {
    viewer {
      user {
        id
      }
    }
    promptsByIds(ids: $ids) {
      id
      viewerHasFavorited
    }
  }
`);

const AddFavoriteMutation = graphql(`
  mutation AddFavorite($id: ID!) {
    addFavorite(promptId: $id) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

const RemoveFavoriteMutation = graphql(`
  mutation RemoveFavorite($id: ID!) {
    removeFavorite(promptId: $id) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Carries out what hearts are pressed for. */
export function FavoriteKeeper() {
  const { t } = useLingui();
  const client = useApolloClient();
  const { session } = useSite();
  const addFailure = useFailureText("add-favorite");
  const removeFailure = useFailureText("remove-favorite");
  const problemText = useProblemText("add-favorite");
  const marks = favoriteMarks(session);
  useMarkKeeper({
    marks,
    kind: "favorite",
    isSame: (one, other) => one === other,
    load: (ids) => load(client, ids),
    write: (id, wanted) => write(client, id, wanted),
    wishOf: (promptId, wanted) => (wanted ? { kind: "favorite", promptId, value: "ADD" } : null),
    fulfil: () => ({ wanted: true, otherwise: false, text: t`Added to your favourites` }),
    failureText: (error, wanted) => {
      if (error instanceof RefusedError) return problemText(error.problem);
      return wanted ? addFailure(error) : removeFailure(error);
    },
  });
  return null;
}

function load(client: ApolloClient, ids: readonly string[]): Promise<Map<string, boolean>> {
  return loadInChunks(
    ids,
    async (chunk) =>
      (await client.query({ query: FavoriteMarksQuery, variables: { ids: chunk }, ...UNCACHED })).data?.promptsByIds ??
      [],
    ({ viewerHasFavorited }) => viewerHasFavorited,
  );
}

async function write(client: ApolloClient, id: string, wanted: boolean): Promise<boolean> {
  const options = { variables: { id }, ...UNCACHED };
  const problems = wanted
    ? (await client.mutate({ mutation: AddFavoriteMutation, ...options })).data?.addFavorite?.problems
    : (await client.mutate({ mutation: RemoveFavoriteMutation, ...options })).data?.removeFavorite?.problems;
  const [problem] = problems ?? [];
  if (problem) throw new RefusedError(problem);
  return wanted;
}
