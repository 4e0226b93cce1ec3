import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { PAGES } from "../../../contract/pages";
import { graphql } from "../../gql";
import type { OwnFavoritesQuery as Data } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { favoriteMarks } from "../favorite";

const OwnFavoritesQuery = graphql(`
  query OwnFavorites($locale: Locale!, $first: Int!) {
    viewer {
      user {
        id
      }
      firstFavorites: favorites(first: $first) {
        totalCount
        nodes {
          prompt {
            id
            ...PromptBrief_prompt
          }
        }
      }
    }
  }
`);

interface Shelf {
  prompts: readonly NonNullable<Data["viewer"]>["firstFavorites"]["nodes"][number]["prompt"][];
  total: number;
  title: string;
  /** Where all of them are. */
  allPath: string;
}

interface OwnFavoritesProps {
  first: number;
  /** @param shelf null for a member without favourites, or if they could not be loaded; undefined until it is known */
  children(shelf: Shelf | null | undefined): ReactNode;
}

/** The member's first favourites, for the home page. */
export function OwnFavorites({ first, children }: OwnFavoritesProps) {
  const { t } = useLingui();
  const { locale, session } = useSite();
  const path = useLocalePath();
  const { data, previousData, error, refetch } = useQuery(OwnFavoritesQuery, {
    variables: { locale: localeName(locale), first },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
  });
  const marks = favoriteMarks(session);
  const version = useSyncExternalStore(
    marks.subscribe,
    () => marks.version,
    () => 0,
  );
  useEffect(() => {
    if (version > 0) refetch().catch(() => null);
  }, [version, refetch]);
  const viewer = (data ?? previousData)?.viewer;
  if (!viewer) return children(error || viewer === null ? null : undefined);
  const { nodes, totalCount } = viewer.firstFavorites;
  if (nodes.length === 0) return children(null);
  return children({
    prompts: nodes.map(({ prompt }) => prompt),
    total: totalCount,
    title: t`My favourites`,
    allPath: path(PAGES.favorites.path),
  });
}
