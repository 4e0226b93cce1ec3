import { useLingui } from "@lingui/react/macro";
import { data as withStatus, type LoaderFunctionArgs, useParams } from "react-router-dom";
import { type Locale, localePath } from "../../contract/locales";
import { localeName } from "../i18n/locale-name";
import { DocArticle, docJsonLd } from "../features/docs";
import { headData, JsonLd, PageHead } from "../features/head";
import { graphql } from "../gql";
import { NotFound } from "../features/not-found";
import { pageCatalog } from "../i18n/page-catalog";
import { useQuery } from "../runtime/apollo-hooks";
import { useSite } from "../runtime/SiteProvider";
import type { PageContext } from "../runtime/page-context";
import { DOC_SLUG, docPath } from "../../contract/pages";
import { PageLoading } from "../ui/PageLoading";

export const catalog = pageCatalog(import.meta.glob("../locales/*/docs.po"));

const DocPageQuery = graphql(`
  query DocPage($locale: Locale!, $path: String!) {
    doc(locale: $locale, path: $path) {
      id
      title
      description
      updatedAt
      ...DocArticle_doc
    }
  }
`);

function pageVariables(locale: Locale, path: string) {
  return { locale: localeName(locale), path };
}

export async function loader({ apollo, locale }: PageContext, { params }: Pick<LoaderFunctionArgs, "params">) {
  const { slug = "" } = params;
  if (DOC_SLUG.test(slug)) {
    const { data } = await apollo.query({ query: DocPageQuery, variables: pageVariables(locale, slug) });
    if (data?.doc) return null;
  }
  return withStatus(null, { status: 404 });
}

export default function DocPage() {
  const { slug = "" } = useParams();
  return DOC_SLUG.test(slug) ? <NamedDocPage slug={slug} /> : <NotFound />;
}

function NamedDocPage({ slug }: { slug: string }) {
  const { t } = useLingui();
  const { locale, publicUrl, basePath } = useSite();
  const { data } = useQuery(DocPageQuery, { variables: pageVariables(locale, slug) });
  // Cached by the loader.
  if (!data) return <PageLoading />;
  if (!data.doc) return <NotFound />;
  const { title, description, updatedAt } = data.doc;
  const siteUrl = `${publicUrl}${basePath}`;
  const path = docPath(slug);
  const home = { url: `${siteUrl}${localePath(locale, "/")}`, name: t`All prompts` };
  const url = `${siteUrl}${localePath(locale, path)}`;
  return (
    <>
      <PageHead {...headData({ locale, siteUrl, path, title, description, type: "article", noindex: false })} />
      <JsonLd data={docJsonLd({ url, home, locale, title, description, updated: updatedAt })} />
      <DocArticle doc={data.doc} />
    </>
  );
}
