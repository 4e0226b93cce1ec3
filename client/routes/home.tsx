import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { type Locale, LOCALES, localePath } from "../../contract/locales";
import { FAVORITE_TAG, News, Picks } from "../features/picks";
import { headData, JsonLd, PageHead, websiteJsonLd } from "../features/head";
import {
  isPlainList,
  ListFailure,
  ListProvider,
  ListSection,
  type ListState,
  ListToolbar,
  type LoadedList,
  loadList,
  parseListState,
  PromptList,
  PromptListQuery,
  SearchNote,
  Suggestions,
  SearchForm,
  showsPicks,
  TagFilters,
  usePromptList,
  withKnownTags,
} from "../features/list";
import { PickOfTheDay, TextBatchProvider } from "../features/prompt";
import { TagFilterContext } from "../features/tag";
import { graphql } from "../gql";
import { localeName } from "../i18n/locale-name";
import { PageLoading } from "../ui/PageLoading";
import { useQuery } from "../runtime/apollo-hooks";
import { useSite } from "../runtime/SiteProvider";
import type { PageContext } from "../runtime/page-context";
import classes from "./home.module.css";

const HomePageQuery = graphql(`
  query HomePage($locale: Locale!, $withPicks: Boolean!) {
    site {
      promptCount
    }
    tags(first: 100) {
      nodes {
        slug
        label(locale: $locale)
        libraryPromptCount
        ...TagPill_tag
      }
    }
    pickOfTheDay @include(if: $withPicks) {
      id
      ...PickOfTheDay_prompt
    }
    favorites: prompts(locale: $locale, filter: { tags: ["favorite"], origin: LIBRARY }, first: 4)
      @include(if: $withPicks) {
      totalCount
      nodes {
        id
        ...PromptBrief_prompt
      }
    }
    news: prompts(
      locale: $locale
      filter: { origin: COMMUNITY, locale: $locale }
      orderBy: { field: SHARED_AT, direction: DESC }
      first: 3
    ) @include(if: $withPicks) {
      nodes {
        id
        sharedAt
        author {
          id
          username
        }
        ...PromptBrief_prompt
      }
    }
  }
`);

function homeVariables(locale: Locale, state: ListState) {
  return { locale: localeName(locale), withPicks: showsPicks(state) };
}

/** Its state is the requested one without unknown tags. */
interface HomeData extends LoadedList {
  noindex: boolean;
}

export async function loader(
  { apollo, locale }: PageContext,
  { request }: Pick<LoaderFunctionArgs, "request">,
): Promise<HomeData> {
  const requested = parseListState(new URL(request.url).searchParams);
  const { data } = await apollo.query({ query: HomePageQuery, variables: homeVariables(locale, requested) });
  const wanted = withKnownTags(requested, data?.tags.nodes ?? []);
  const list = await loadList(apollo, { locale, query: PromptListQuery, state: wanted }, request.signal);
  const { state } = list;
  if (showsPicks(state) && !showsPicks(requested)) {
    await apollo.query({ query: HomePageQuery, variables: homeVariables(locale, state) });
  }
  return { ...list, noindex: !isPlainList(state) };
}

export default function HomePage() {
  const { t, i18n } = useLingui();
  const { locale, publicUrl, basePath } = useSite();
  const { state, noindex, failure } = useLoaderData<HomeData>();
  const failed = failure !== undefined;
  const { data: page } = useQuery(HomePageQuery, { variables: homeVariables(locale, state) });
  const { list, highlights, suggestions, loadMore } = usePromptList({ locale, query: PromptListQuery, state }, failed);
  const languages = i18n.number(LOCALES.length);
  const siteUrl = `${publicUrl}${basePath}`;
  const slogan = t`Smart prompts, smart results`;
  const description = t`A library of AI prompts in ${languages} languages: search, copy, fill in the blanks. Free, with an open API.`;

  const example = (
    <span className={classes.example}>
      <Trans>this one</Trans>
    </span>
  );

  // Both are cached by the loader.
  if (!page || !(list || failed)) return <PageLoading />;
  const { promptCount } = page.site;
  const tags = [...page.tags.nodes].sort((one, other) => other.libraryPromptCount - one.libraryPromptCount);
  const favorite = tags.find(({ slug }) => slug === FAVORITE_TAG);
  return (
    <TextBatchProvider>
      <PageHead {...headData({ locale, siteUrl, path: "/", title: slogan, description, type: "website", noindex })} />
      <JsonLd data={websiteJsonLd({ url: `${siteUrl}${localePath(locale, "/")}`, locale, description })} />
      {/* A phone paints what precedes the list before it has parsed the cards. */}
      <link rel="expect" href="#all" blocking="render" media="(width <= 600px)" />
      <ListProvider shown={state} tags={tags}>
        <div className={classes.intro}>
          <div>
            <h1 className={classes.slogan}>{slogan}</h1>
            <p className={classes.about}>
              <Trans>
                <Plural value={promptCount} one="# prompt" other="# prompts" /> with blanks like {example}. Fill in,
                copy, go.
              </Trans>
            </p>
          </div>
          <SearchForm />
        </div>
        {/* Their tags open the list instead of narrowing it: it may be out of sight. */}
        <TagFilterContext value={null}>
          {page.pickOfTheDay && <PickOfTheDay key={page.pickOfTheDay.id} prompt={page.pickOfTheDay} />}
          {page.favorites && favorite && (
            <Picks prompts={page.favorites.nodes} total={page.favorites.totalCount} title={favorite.label} />
          )}
        </TagFilterContext>
        <ListSection heading="prompts">
          <ListToolbar id="prompts" total={list?.totalCount ?? null} isExact={list?.totalCountIsExact} />
          <TagFilters tags={tags} total={list?.totalCount ?? null} />
          <SearchNote search={list?.search ?? null} />
          {list ? (
            <PromptList
              key={JSON.stringify(state)}
              state={state}
              total={list.totalCount}
              isExact={list.totalCountIsExact}
              highlights={highlights}
              prompts={list.nodes}
              next={list.pageInfo.hasNextPage ? (list.pageInfo.endCursor ?? null) : null}
              loadMore={loadMore}
              band={isPlainList(state) && page.news?.nodes.length ? <News prompts={page.news.nodes} /> : null}
            />
          ) : (
            <ListFailure error={failure} />
          )}
        </ListSection>
        {suggestions && (
          <Suggestions
            {...suggestions}
            title={<Trans>Matching community prompts</Trans>}
            isOnly={list?.totalCount === 0}
          />
        )}
      </ListProvider>
    </TextBatchProvider>
  );
}
