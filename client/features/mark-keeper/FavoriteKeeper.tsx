import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import type { ApolloClient } from "@apollo/client";
import { useEffect, useRef } from "react";
import { LIMITS } from "../../../contract/limits";
import { OtherAccountError, useFailureText } from "../../forms/failure-text";
import { type FormProblem, useProblemText } from "../../forms/problem-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { favoriteMarks } from "../favorite";
import { FavoriteSync } from "./favorite-sync";
import { onReturn } from "./on-return";
import { makeWish, takeWish } from "./wish";

const FavoriteMarksQuery = graphql(`
  query FavoriteMarks($ids: [ID!]!) {
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

/** The server refuses, for a reason that the member can put right. */
class RefusedError extends Error {
  constructor(readonly problem: FormProblem) {
    super(problem.code);
  }
}

/** Keeps the hearts of the page and the server in agreement, and remembers what a visitor wants. */
export function FavoriteKeeper() {
  const { t } = useLingui();
  const client = useApolloClient();
  const { session } = useSite();
  const announce = useAnnounce();
  const notify = useNotify();
  const withSession = useWithSession();
  const addFailure = useFailureText("add-favorite");
  const removeFailure = useFailureText("remove-favorite");
  const problemText = useProblemText("add-favorite");
  const report = (error: unknown, wanted: boolean) => {
    // Nobody is left to be told.
    if (session.loggedOut && !(error instanceof OtherAccountError)) return;
    const failureText = wanted ? addFailure : removeFailure;
    notify({ message: error instanceof RefusedError ? problemText(error.problem) : failureText(error) });
  };
  const welcome = () => announce(t`Added to your favourites`);
  const latest = useRef({ withSession, report, welcome });
  useEffect(() => {
    latest.current = { withSession, report, welcome };
  });

  useEffect(() => {
    const marks = favoriteMarks(session);
    const sync = new FavoriteSync(
      marks,
      {
        load: (ids) => loadMarks(client, ids),
        write: (id, wanted) => latest.current.withSession(() => write(client, id, wanted)),
        onFailure: (error, wanted) => latest.current.report(error, wanted),
      },
      session.account,
    );
    /** The member whose page it is, also once their session has ended elsewhere. */
    let owner = session.account || null;
    const keepWish = () => {
      const wish = session.account ? takeWish(session) : null;
      if (wish === null) return;
      if (wish.owner !== null && wish.owner !== session.account) {
        latest.current.report(new OtherAccountError(), true);
        return;
      }
      marks.press(wish.id, true);
      latest.current.welcome();
    };
    const detach = marks.attach({
      press: (id, wanted) => {
        if (session.signedIn) sync.press(id, wanted);
        // The frame, which shows the dialog, subscribes after this effect when the new messages render all anew.
        else queueMicrotask(() => makeWish(session, id, owner));
      },
      miss: (id) => session.signedIn && sync.miss(id),
      run: (task) => sync.run(task),
      reload: () => sync.reload(),
    });
    if (session.signedIn) void sync.reload();
    keepWish();
    const leave = session.subscribe(() => {
      if (session.account !== null || session.loggedOut) owner = session.account || null;
      sync.changeAccount(session.account, session.loggedOut);
      keepWish();
    });
    const stop = onReturn(() => session.signedIn && void sync.reload());
    return () => {
      stop();
      leave();
      detach();
    };
  }, [client, session]);
  return null;
}

async function loadMarks(client: ApolloClient, ids: readonly string[]): Promise<Map<string, boolean>> {
  const chunks = Array.from({ length: Math.ceil(ids.length / LIMITS.promptsByIds) }, (_, index) =>
    ids.slice(index * LIMITS.promptsByIds, (index + 1) * LIMITS.promptsByIds),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      client.query({ query: FavoriteMarksQuery, variables: { ids: [...chunk] }, fetchPolicy: "no-cache" }),
    ),
  );
  return new Map(
    answers.flatMap(({ data }) =>
      (data?.promptsByIds ?? []).flatMap((prompt) => (prompt ? [[prompt.id, prompt.viewerHasFavorited] as const] : [])),
    ),
  );
}

async function write(client: ApolloClient, id: string, wanted: boolean): Promise<void> {
  const options = { variables: { id }, fetchPolicy: "no-cache" } as const;
  const problems = wanted
    ? (await client.mutate({ mutation: AddFavoriteMutation, ...options })).data?.addFavorite.problems
    : (await client.mutate({ mutation: RemoveFavoriteMutation, ...options })).data?.removeFavorite.problems;
  const [problem] = problems ?? [];
  if (problem) throw new RefusedError(problem);
}
