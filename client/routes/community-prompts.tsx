import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { communityFeedPath } from "../../contract/feeds";
import type { Locale } from "../../contract/locales";
import { PAGES } from "../../contract/pages";
import { CommunityAside, CommunityRow, LanguageFilter } from "../features/community";
import { headData, PageHead } from "../features/head";
import {
  isPlainList,
  ListFailure,
  ListProvider,
  ListSection,
  type ListState,
  ListToolbar,
  type LoadedList,
  loadList,
  PagedList,
  parseListState,
  SearchNote,
  Suggestions,
  SearchForm,
  TagFilters,
  usePromptList,
  withKnownTags,
} from "../features/list";
import { FormIcon } from "../forms/FormIcon";
import { TextBatchProvider, rowClasses } from "../features/prompt";
import { graphql } from "../gql";
import { localeName } from "../i18n/locale-name";
import { pageCatalog } from "../i18n/page-catalog";
import { useQuery } from "../runtime/apollo-hooks";
import type { PageContext } from "../runtime/page-context";
import { useSite } from "../runtime/SiteProvider";
import { requestPromptEditor } from "../session/dialog-request";
import { Button } from "../ui/Button";
import { PageLoading } from "../ui/PageLoading";
import classes from "./community-prompts.module.css";

export const catalog = pageCatalog(import.meta.glob("../locales/*/community.po"));

const { path: PATH } = PAGES.communityPrompts;

const CommunityPageQuery = graphql(`
  query CommunityPage($locale: Locale!, $author: String!, $hasAuthor: Boolean!) {
    tags(first: 100) {
      nodes {
        slug
        libraryPromptCount
        promptCount
        ...TagPill_tag
      }
    }
    all: prompts(locale: $locale, filter: { origin: COMMUNITY }, first: 0) {
      totalCount
    }
    user(username: $author) @include(if: $hasAuthor) {
      id
      username
    }
  }
`);

const CommunityListQuery = graphql(`
  query CommunityList(
    $locale: Locale!
    $filter: PromptFilter!
    $orderBy: PromptOrder!
    $first: Int!
    $after: String
    $excerptLength: Int!
    $isSearch: Boolean!
  ) {
    prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount
      totalCountIsExact
      search {
        mode
        hasAll
        correctedQuery
      }
      edges @include(if: $isSearch) {
        node {
          id
        }
        highlights {
          title {
            start
            end
          }
          remark {
            start
            end
          }
        }
      }
      nodes {
        id
        ...CommunityRow_prompt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

function pageVariables(locale: Locale, { author }: ListState) {
  return { locale: localeName(locale), author: author ?? "", hasAuthor: author !== null };
}

export async function loader(
  { apollo, locale }: PageContext,
  { request }: Pick<LoaderFunctionArgs, "request">,
): Promise<LoadedList> {
  const requested = parseListState(new URL(request.url).searchParams, "community");
  const { data } = await apollo.query({ query: CommunityPageQuery, variables: pageVariables(locale, requested) });
  const wanted = withKnownTags(requested, data?.tags.nodes ?? []);
  return loadList(apollo, { locale, query: CommunityListQuery, state: wanted }, request.signal);
}

/** The prompts that members share. */
export default function CommunityPage() {
  const { t } = useLingui();
  const { locale, publicUrl, basePath } = useSite();
  const { state, failure } = useLoaderData<LoadedList>();
  const failed = failure !== undefined;
  const { data: page } = useQuery(CommunityPageQuery, { variables: pageVariables(locale, state) });
  const { list, highlights, suggestions, loadMore } = usePromptList(
    { locale, query: CommunityListQuery, state },
    failed,
  );

  // Both are cached by the loader.
  if (!page || !(list || failed)) return <PageLoading />;
  const inCommunity = (tag: (typeof page.tags.nodes)[number]) => tag.promptCount - tag.libraryPromptCount;
  const tags = page.tags.nodes;
  // Nothing says zero. One that is in the address can be taken out of it.
  const filters = tags
    .filter((tag) => inCommunity(tag) > 0 || state.tags.includes(tag.slug))
    .sort((one, other) => inCommunity(other) - inCommunity(one));
  const total = page.all.totalCount;
  const username = page.user?.username;
  const author = <bdi>{username}</bdi>;
  const title = username ? t`Prompts by ${username}` : t`Community prompts`;
  const description = t`Prompts that members wrote, use and share: search them, vote for the good ones, save a copy.`;
  const onlyTag = state.tags.length === 1 ? state.tags[0] : undefined;
  const head = {
    locale,
    siteUrl: `${publicUrl}${basePath}`,
    path: PATH,
    title,
    description,
    type: "website",
    noindex: !isPlainList(state),
  } as const;
  return (
    <TextBatchProvider>
      <PageHead {...headData(head)} feed={`${basePath}${communityFeedPath(locale, onlyTag)}`} />
      <ListProvider shown={state} tags={tags} path={PATH}>
        {/* Its main action is to add a prompt: the header's way in is plain here. */}
        <div className={classes.page} data-main-action>
          <header className={classes.head}>
            <h1>{username ? <Trans>Prompts by {author}</Trans> : <Trans>Community prompts</Trans>}</h1>
            <p>
              {total > 0 && !username ? (
                <Plural
                  value={total}
                  one="# prompt that members wrote, use and share."
                  other="# prompts that members wrote, use and share."
                />
              ) : (
                <Trans>Prompts that members wrote, use and share.</Trans>
              )}
            </p>
          </header>
          <div className={classes.search}>
            <SearchForm label={t`Search community prompts`} />
          </div>
          {/* After the search, which comes first on a phone. */}
          <div className={classes.tools}>
            <LanguageFilter />
            {/* What leads out of an empty list is the first thing to do then. */}
            <Button
              className={classes.add}
              variant={list?.totalCount === 0 ? "default" : "filled"}
              aria-haspopup="dialog"
              data-needs-script
              onClick={() => requestPromptEditor(null)}
            >
              <FormIcon name="plus" size={16} />
              <Trans>Add a prompt</Trans>
            </Button>
          </div>
          <div className={classes.list}>
            <ListSection heading="prompts">
              <ListToolbar
                id="prompts"
                total={list?.totalCount ?? null}
                isExact={list?.totalCountIsExact}
                tools={null}
              />
              {/* Those of one member are not counted. */}
              <TagFilters tags={filters} total={list?.totalCount ?? null} counts={username ? "none" : "community"} />
              <SearchNote search={list?.search ?? null} />
              {list ? (
                <PagedList
                  key={JSON.stringify(state)}
                  state={state}
                  total={list.totalCount}
                  isExact={list.totalCountIsExact}
                  count={list.nodes.length}
                  next={list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null}
                  loadMore={loadMore}
                >
                  {(rows) => (
                    <ul ref={rows} className={rowClasses.rows}>
                      {list.nodes.map((prompt) => (
                        <li key={prompt.id}>
                          <CommunityRow prompt={prompt} highlight={highlights.get(prompt.id)} />
                        </li>
                      ))}
                    </ul>
                  )}
                </PagedList>
              ) : (
                <ListFailure error={failure} />
              )}
            </ListSection>
          </div>
          <div className={classes.aside}>
            <CommunityAside />
          </div>
        </div>
        {suggestions && (
          <Suggestions
            {...suggestions}
            title={<Trans>Matching prompts in the library</Trans>}
            isOnly={list?.totalCount === 0}
          />
        )}
      </ListProvider>
    </TextBatchProvider>
  );
}
