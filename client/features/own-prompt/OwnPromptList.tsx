import { useQuery } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { LoadFailure } from "../../forms/LoadFailure";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { PageLoading } from "../../ui/PageLoading";
import { ListProvider, ListSection, ListToolbar, PagedList, parseListState, SearchForm, TagFilters } from "../list";
import { AddPromptButton } from "./AddPromptButton";
import { DraftNote } from "./DraftNote";
import { NoPromptsYet } from "./NoPromptsYet";
import { OwnPromptRow } from "./OwnPromptRow";
import { useDeletePromptDialog } from "./use-delete-prompt-dialog";
import { useOwnPrompts } from "./use-own-prompts";
import classes from "./OwnPromptList.module.css";

const HEADING = "prompts";

const OwnPromptTagsQuery = graphql(`
  query OwnPromptTags($locale: Locale!) {
    tags(first: 100) {
      nodes {
        slug
        libraryPromptCount
        ...TagPill_tag
      }
    }
  }
`);

/** The member's prompts, with the search and the filters of every list. */
export function OwnPromptList() {
  const { t } = useLingui();
  const { locale } = useSite();
  const [search] = useSearchParams();
  const query = search.toString();
  const asked = useMemo(() => parseListState(new URLSearchParams(query), "release"), [query]);
  const { shown, fetching, error, retry, loadMore } = useOwnPrompts(asked);
  // Without the tags the list is still of use.
  const { data: all, error: noTags } = useQuery(OwnPromptTagsQuery, { variables: { locale: localeName(locale) } });

  // The row, to which the dialog would return the focus, is about to go.
  const focusHeading = useCallback(() => {
    document.getElementById(HEADING)?.focus();
    return Promise.resolve();
  }, []);
  const { ask: askToDelete, dialog } = useDeletePromptDialog(focusHeading);

  const failure = error ? <LoadFailure error={error} action="load-prompts" onRetry={retry} /> : null;
  if (!shown || !(all || noTags)) return failure ?? <PageLoading />;
  const { list, state, hasNone } = shown;
  const tags = [...(all?.tags.nodes ?? [])].sort((one, other) => other.libraryPromptCount - one.libraryPromptCount);
  if (hasNone) {
    return (
      <>
        <DraftNote />
        <NoPromptsYet />
      </>
    );
  }
  return (
    <ListProvider shown={state} tags={tags} path={PAGES.user.path} fetching={fetching && !error}>
      <DraftNote />
      <ListSection heading={HEADING}>
        <div className={classes.head}>
          <SearchForm label={t`Search my prompts`} />
          <AddPromptButton />
        </div>
        <ListToolbar id={HEADING} total={list.totalCount} title={<Trans>My prompts</Trans>} tools={null} />
        <TagFilters tags={tags} total={list.totalCount} counted={false} />
        {failure ?? (
          <PagedList
            key={JSON.stringify(state)}
            state={state}
            total={list.totalCount}
            count={list.nodes.length}
            next={list.pageInfo.hasNextPage ? (list.pageInfo.endCursor ?? null) : null}
            loadMore={loadMore}
          >
            {(rows) => (
              <ul ref={rows} className={classes.rows}>
                {list.nodes.map((prompt) => (
                  <li key={prompt.id}>
                    <OwnPromptRow prompt={prompt} onDelete={askToDelete} />
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        )}
      </ListSection>
      {dialog}
    </ListProvider>
  );
}
