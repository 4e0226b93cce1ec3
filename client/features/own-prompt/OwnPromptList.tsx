import { Trans, useLingui } from "@lingui/react/macro";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { LoadFailure } from "../../forms/LoadFailure";
import { graphql } from "../../gql";
import type { OwnPromptTagsQuery as Tags } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { RowsLoading } from "../../ui/RowsLoading";
import {
  EmptyResult,
  ListProvider,
  ListSection,
  ListToolbar,
  PagedList,
  parseListState,
  SearchNote,
  SearchForm,
  TagFilters,
} from "../list";
import { AddPromptButton } from "./AddPromptButton";
import { NoPromptsYet } from "./NoPromptsYet";
import { OwnPromptRow } from "./OwnPromptRow";
import { useDeletePromptDialog } from "./use-delete-prompt-dialog";
import { useOwnPrompts } from "./use-own-prompts";
import { rowClasses } from "../prompt";
import { NewDrafts } from "../prompt-editor";
import { requestPromptEditor } from "../../session/dialog-request";
import classes from "./OwnPromptList.module.css";

const HEADING = "prompts";

const OwnPromptTagsQuery = graphql(`
  query OwnPromptTags($locale: Locale!) {
    tags(first: 100) {
      nodes {
        slug
        ...TagPill_tag
      }
    }
    viewer {
      prompts(locale: $locale, first: 100) {
        nodes {
          id
          tags {
            slug
          }
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

/** Fewer prompts are seen at a glance. */
const ENOUGH_TO_FILTER = 6;

/** The tags of the member's prompts, the most frequent first; of more prompts than one request may ask for, all tags that exist. */
function tagsByUse({ tags, viewer }: Tags): string[] {
  const uses = new Map<string, number>();
  for (const prompt of viewer?.prompts.nodes ?? []) {
    for (const { slug } of prompt.tags) uses.set(slug, (uses.get(slug) ?? 0) + 1);
  }
  if (viewer?.prompts.pageInfo.hasNextPage) for (const { slug } of tags.nodes) uses.set(slug, uses.get(slug) ?? 0);
  return [...uses].sort(([, one], [, other]) => other - one).map(([slug]) => slug);
}

/** The member's prompts, with the search and the filters of every list. */
export function OwnPromptList() {
  const { t } = useLingui();
  const { locale } = useSite();
  const [search] = useSearchParams();
  const query = search.toString();
  const asked = useMemo(() => parseListState(new URLSearchParams(query), "own"), [query]);
  const { shown, fetching, error, retry, loadMore } = useOwnPrompts(asked);
  // Without the tags the list is still of use.
  const {
    data,
    previousData,
    error: noTags,
  } = useQuery(OwnPromptTagsQuery, { variables: { locale: localeName(locale) } });
  const all = data ?? previousData;

  // The row, to which the dialog would return the focus, is about to go.
  const focusHeading = useCallback(() => {
    document.getElementById(HEADING)?.focus();
    return Promise.resolve();
  }, []);
  const { ask: askToDelete, dialog } = useDeletePromptDialog(focusHeading);

  const failure = error ? <LoadFailure error={error} action="load-prompts" onRetry={retry} /> : null;
  if (!shown || !(all || noTags)) return failure ?? <RowsLoading of="list" withSearch />;
  const { list, state, total } = shown;
  const tags = all?.tags.nodes ?? [];
  const used = all ? tagsByUse(all) : [];
  const isTagged = state.tags.length > 0;
  const filters = [...used, ...state.tags.filter((slug) => !used.includes(slug))].flatMap((slug) =>
    tags.filter((tag) => tag.slug === slug),
  );
  const drafts = (
    <div className={classes.drafts}>
      <NewDrafts onContinue={requestPromptEditor} />
    </div>
  );
  if (total === 0) {
    return (
      <>
        {drafts}
        <NoPromptsYet />
      </>
    );
  }
  return (
    <ListProvider shown={state} tags={tags} path={PAGES.user.path} fetching={fetching && !error}>
      {drafts}
      <ListSection heading={HEADING}>
        <div className={classes.head}>
          <SearchForm label={t`Search my prompts`} />
          <AddPromptButton variant={list.totalCount === 0 ? "default" : "filled"} />
        </div>
        <ListToolbar
          id={HEADING}
          total={list.totalCount}
          isExact={list.totalCountIsExact}
          title={<Trans>My prompts</Trans>}
          tools={null}
        />
        {(isTagged || (used.length > 1 && total >= ENOUGH_TO_FILTER)) && (
          <TagFilters key={used.join(" ")} tags={filters} total={list.totalCount} counts="none" />
        )}
        <SearchNote search={list.search} />
        {failure ?? (
          <PagedList
            key={JSON.stringify(state)}
            state={state}
            total={list.totalCount}
            isExact={list.totalCountIsExact}
            count={list.nodes.length}
            next={list.pageInfo.hasNextPage ? (list.pageInfo.endCursor ?? null) : null}
            loadMore={loadMore}
            empty={<EmptyResult showAllOwn={<Trans>Show all my prompts</Trans>} />}
          >
            {(rows) => (
              <ul ref={rows} className={rowClasses.rows}>
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
