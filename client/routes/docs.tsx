import { useLingui } from "@lingui/react/macro";
import { type ReactNode } from "react";
import { data as withStatus, type LoaderFunctionArgs, useLocation, useParams } from "react-router-dom";
import { localePath } from "../../contract/locales";
import { DOC_SEARCH, DOC_TAGS } from "../../contract/docs-pages";
import { canonicalSearch, docPath } from "../../contract/pages";
import {
  DocCategory,
  docJsonLd,
  DocPage,
  DocsFrame,
  DocsHome,
  DocsSearch,
  type DocsSite,
  DocsSiteQuery,
  DocTagPages,
  DocTags,
  docVersionAt,
  docViewAt,
} from "../features/docs";
import { headData, JsonLd, PageHead } from "../features/head";
import { NotFound } from "../features/not-found";
import { graphql } from "../gql";
import { localeName, localeOf } from "../i18n/locale-name";
import { pageCatalog } from "../i18n/page-catalog";
import { useQuery } from "../runtime/apollo-hooks";
import type { PageContext } from "../runtime/page-context";
import { useLocalePath, useSite } from "../runtime/SiteProvider";
import { PageLoading } from "../ui/PageLoading";

export const catalog = pageCatalog(import.meta.glob("../locales/*/docs.po"));

const DocPageQuery = graphql(`
  query DocPage($locale: Locale!, $path: String!) {
    doc(locale: $locale, path: $path) {
      id
      path
      sidebar
      locale
      title
      description
      html
      updatedAt
      ...DocPage_doc
    }
  }
`);

const DocSearchQuery = graphql(`
  query DocSearch($locale: Locale!, $query: String!) {
    searchDocs(locale: $locale, query: $query, first: 20) {
      page {
        path
        title
      }
      group
      heading
      anchor
      headingHighlights {
        start
        end
      }
      excerpt
      highlights {
        start
        end
      }
      locale
    }
  }
`);

export async function loader({ apollo, locale: code }: PageContext, { params, request }: LoaderArgs) {
  const path = params["*"] ?? "";
  const view = docViewAt(path);
  const locale = localeName(code);
  const frame = apollo.query({ query: DocsSiteQuery, variables: { locale, version: docVersionAt(path) } });
  const [{ data: frameData }, isThere] = await Promise.all([
    frame,
    (async () => {
      if (view.kind === "search") {
        const variables = { locale, query: wordsOf(new URL(request.url).search) };
        await apollo.query({ query: DocSearchQuery, variables });
      }
      if (view.kind !== "page") return true;
      const { data } = await apollo.query({ query: DocPageQuery, variables: { locale, path } });
      return data?.doc !== null;
    })(),
  ]);
  const docs = frameData?.docs;
  const found =
    isThere &&
    (view.kind !== "tag" || docs?.tags.some(({ slug }) => slug === view.slug)) &&
    (view.kind !== "category" || docs?.sidebar.some((group) => group.slug === view.slug && group.description !== null));
  return found ? null : withStatus(null, { status: 404 });
}

type LoaderArgs = Pick<LoaderFunctionArgs, "params" | "request">;

/** The words of the search in an address, "" for none. */
function wordsOf(search: string): string {
  return new URLSearchParams(canonicalSearch(docPath(DOC_SEARCH), search)).get("q") ?? "";
}

/** All addresses below /docs/. */
export default function DocsPage() {
  const { "*": path = "" } = useParams();
  const { locale } = useSite();
  const variables = { locale: localeName(locale), version: docVersionAt(path) };
  const { data } = useQuery(DocsSiteQuery, { variables });
  const view = docViewAt(path);
  // Cached by the loader.
  if (!data) return <PageLoading />;
  const { docs } = data;
  switch (view.kind) {
    case "page":
      return <Page docs={docs} path={view.path} />;
    case "search":
      return <Search docs={docs} />;
    case "tags":
      return <Tags docs={docs} />;
    case "tag": {
      const tag = docs.tags.find(({ slug }) => slug === view.slug);
      return tag ? <Tag docs={docs} tag={tag} /> : <NotFound />;
    }
    case "category": {
      const group = docs.sidebar.find(({ slug }) => slug === view.slug);
      return group?.description ? <Category docs={docs} group={group} /> : <NotFound />;
    }
  }
}

interface FramedProps {
  docs: DocsSite;
  /** Below /docs/. */
  path: string;
  title: string;
  description: string;
  /** Above it, below the first page. */
  above?: readonly { path: string; name: string }[];
  where?: readonly string[];
  hasSearch?: boolean;
  noindex?: boolean;
  updated?: string;
  children: ReactNode;
}

/** A page in the frame of the docs, with its head. */
function Framed({ docs, path, title, description, above = [], noindex = false, updated, ...props }: FramedProps) {
  const { t } = useLingui();
  const { locale, publicUrl, basePath } = useSite();
  const siteUrl = `${publicUrl}${basePath}`;
  const urlOf = (address: string) => `${siteUrl}${localePath(locale, address)}`;
  const root = path === "" ? [] : [{ path: "", name: t`Docs` }];
  const facts = {
    url: urlOf(docPath(path)),
    home: { url: urlOf("/"), name: t`All prompts` },
    above: [...root, ...above].map((each) => ({ url: urlOf(docPath(each.path)), name: each.name })),
    locale,
    title,
    description,
  };
  const head = { locale, siteUrl, path: docPath(path), title, description, type: "article", noindex } as const;
  return (
    <>
      <PageHead {...headData(head)} />
      <JsonLd data={docJsonLd({ ...facts, ...(updated === undefined ? {} : { updated }) })} />
      <DocsFrame
        docs={docs}
        where={props.where ?? [...above.map(({ name }) => name), title]}
        hasSearch={props.hasSearch ?? false}
      >
        {props.children}
      </DocsFrame>
    </>
  );
}

function Page({ docs, path }: { docs: DocsSite; path: string }) {
  const { t } = useLingui();
  const { locale } = useSite();
  const localized = useLocalePath();
  const { data } = useQuery(DocPageQuery, { variables: { locale: localeName(locale), path } });
  if (!data) return <PageLoading />;
  const { doc } = data;
  if (!doc) return <NotFound />;
  const { title, description } = doc;
  if (path === "")
    return (
      <Framed
        docs={docs}
        path={path}
        title={t`Docs`}
        description={description}
        where={[title]}
        updated={doc.updatedAt}
        hasSearch
      >
        <DocsHome docs={docs} title={title} html={doc.html} writtenIn={localeOf(doc.locale)} />
      </Framed>
    );
  const group = docs.sidebar.find(({ slug }) => slug === doc.sidebar);
  const above = group?.description ? [{ path: `category/${group.slug}`, name: group.label }] : [];
  const crumbs = [{ path: "", name: t`Docs` }, ...above].map((each) => ({
    name: each.name,
    to: localized(docPath(each.path)),
  }));
  return (
    <Framed docs={docs} path={path} title={title} description={description} above={above} updated={doc.updatedAt}>
      <DocPage doc={doc} above={crumbs} />
    </Framed>
  );
}

function Search({ docs }: { docs: DocsSite }) {
  const { t } = useLingui();
  const { locale } = useSite();
  const query = wordsOf(useLocation().search);
  const { data } = useQuery(DocSearchQuery, { variables: { locale: localeName(locale), query } });
  if (!data) return <PageLoading />;
  const title = t`Search the docs`;
  return (
    <Framed docs={docs} path={DOC_SEARCH} title={title} description={title} noindex hasSearch>
      <DocsSearch docs={docs} query={query} hits={data.searchDocs} />
    </Framed>
  );
}

function Category({ docs, group }: { docs: DocsSite; group: DocsSite["sidebar"][number] }) {
  const { slug, label, description } = group;
  return (
    <Framed docs={docs} path={`category/${slug}`} title={label} description={description ?? ""}>
      <DocCategory group={group} />
    </Framed>
  );
}

function Tag({ docs, tag }: { docs: DocsSite; tag: DocsSite["tags"][number] }) {
  const { t } = useLingui();
  const { slug, label } = tag;
  const title = t`Pages tagged “${label}”`;
  const above = [{ path: DOC_TAGS, name: t`Tags` }];
  return (
    <Framed docs={docs} path={`tags/${slug}`} title={title} description={title} above={above} where={[t`Tags`, label]}>
      <DocTagPages tag={tag} />
    </Framed>
  );
}

function Tags({ docs }: { docs: DocsSite }) {
  const { t } = useLingui();
  return (
    <Framed docs={docs} path={DOC_TAGS} title={t`Tags`} description={t`All tags of the docs, with their pages.`}>
      <DocTags tags={docs.tags} />
    </Framed>
  );
}
