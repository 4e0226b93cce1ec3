import { useQuery } from "@apollo/client/react";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { type Locale, LOCALES, localePath } from "../../contract/locales";
import { FAVORITE_TAG, Favorites } from "../features/favorite";
import { headData, JsonLd, PageHead, websiteJsonLd } from "../features/head";
import {
  isPlainList,
  type ListState,
  ListToolbar,
  loadPromptList,
  parseListState,
  PromptList,
  SearchForm,
  showsPicks,
  Suggestions,
  TagFilters,
  usePromptList,
} from "../features/list";
import { PickOfTheDay, TextBatchProvider } from "../features/prompt";
import { graphql } from "../gql";
import { localeName } from "../i18n/locale-name";
import { PageLoading } from "../ui/PageLoading";
import { useSite } from "../runtime/SiteProvider";
import type { PageContext } from "../runtime/page-context";
import classes from "./home.module.css";

/** The home page shows the library. */
const ORIGIN = "LIBRARY";

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
  }
`);

function homeVariables(locale: Locale, state: ListState) {
  return { locale: localeName(locale), withPicks: showsPicks(state) };
}

interface HomeData {
  /** The requested list state without unknown tags. */
  state: ListState;
  noindex: boolean;
}

export async function loader(
  { apollo, locale }: PageContext,
  { request }: Pick<LoaderFunctionArgs, "request">,
): Promise<HomeData> {
  const requested = parseListState(new URL(request.url).searchParams);
  const { data } = await apollo.query({ query: HomePageQuery, variables: homeVariables(locale, requested) });
  const knownTags = new Set(data?.tags.nodes.map(({ slug }) => slug));
  const state = await loadPromptList(apollo, {
    locale,
    origin: ORIGIN,
    state: { ...requested, tags: requested.tags.filter((tag) => knownTags.has(tag)) },
  });
  if (showsPicks(state) && !showsPicks(requested)) {
    await apollo.query({ query: HomePageQuery, variables: homeVariables(locale, state) });
  }
  return { state, noindex: !isPlainList(state) };
}

export default function HomePage() {
  const { t, i18n } = useLingui();
  const { locale, publicUrl, basePath } = useSite();
  const { state, noindex } = useLoaderData<HomeData>();
  const { data: page } = useQuery(HomePageQuery, { variables: homeVariables(locale, state) });
  const { list, suggestions, loadMore } = usePromptList({ locale, origin: ORIGIN, state });
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
  if (!page || !list) return <PageLoading />;
  const { promptCount } = page.site;
  const { nodes, pageInfo, totalCount } = list;
  const tags = [...page.tags.nodes].sort((one, other) => other.libraryPromptCount - one.libraryPromptCount);
  const favorite = tags.find(({ slug }) => slug === FAVORITE_TAG);
  return (
    <TextBatchProvider>
      <PageHead {...headData({ locale, siteUrl, path: "/", title: slogan, description, type: "website", noindex })} />
      <JsonLd data={websiteJsonLd({ url: `${siteUrl}${localePath(locale, "/")}`, locale, description })} />
      <div className={classes.intro}>
        <div>
          <h1 className={classes.slogan}>{slogan}</h1>
          <p className={classes.about}>
            <Trans>
              <Plural value={promptCount} one="# prompt" other="# prompts" /> with blanks like {example}. Fill in, copy,
              go.
            </Trans>
          </p>
        </div>
        <SearchForm state={state} />
      </div>
      {page.pickOfTheDay && <PickOfTheDay key={page.pickOfTheDay.id} prompt={page.pickOfTheDay} />}
      {page.favorites && favorite && (
        <Favorites prompts={page.favorites.nodes} total={page.favorites.totalCount} title={favorite.label} />
      )}
      <section aria-labelledby="prompts">
        <ListToolbar id="prompts" state={state} total={totalCount} />
        <TagFilters tags={tags} state={state} />
        <PromptList
          key={JSON.stringify(state)}
          state={state}
          prompts={nodes}
          next={pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null}
          loadMore={loadMore}
        />
      </section>
      {suggestions && <Suggestions {...suggestions} />}
    </TextBatchProvider>
  );
}
