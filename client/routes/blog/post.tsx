import { useLingui } from "@lingui/react/macro";
import { data as withStatus, type LoaderFunctionArgs, useParams } from "react-router-dom";
import { localePath } from "../../../contract/locales";
import { postPath } from "../../../contract/docs-pages";
import { PAGES, POST_SLUG } from "../../../contract/pages";
import { DocsFrame, postJsonLd, PostPage, usePostFeed } from "../../features/docs";
import { headData, JsonLd, PageHead } from "../../features/head";
import { NotFound } from "../../features/not-found";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import type { PageContext } from "../../runtime/page-context";
import { PageLoading } from "../../ui/PageLoading";
import { loadNews, useNews, useSiteUrl } from "./news";

export { catalog } from "./news";

const PostPageQuery = graphql(`
  query PostPage($locale: Locale!, $slug: String!) {
    post(locale: $locale, slug: $slug) {
      id
      title
      description
      publishedAt
      ...PostPage_post
    }
  }
`);

export async function loader(context: PageContext, { params }: Pick<LoaderFunctionArgs, "params">) {
  const { slug = "" } = params;
  if (!POST_SLUG.test(slug)) return withStatus(null, { status: 404 });
  const variables = { locale: localeName(context.locale), slug };
  const [{ data }] = await Promise.all([context.apollo.query({ query: PostPageQuery, variables }), loadNews(context)]);
  return data?.post ? null : withStatus(null, { status: 404 });
}

export default function PostRoute() {
  const { slug = "" } = useParams();
  return POST_SLUG.test(slug) ? <NamedPost slug={slug} /> : <NotFound />;
}

function NamedPost({ slug }: { slug: string }) {
  const { t } = useLingui();
  const site = useSiteUrl();
  const feed = usePostFeed();
  const news = useNews();
  const { data } = useQuery(PostPageQuery, { variables: { locale: localeName(site.locale), slug } });
  if (!data || !news) return <PageLoading />;
  const { post } = data;
  if (!post) return <NotFound />;
  const { title, description, publishedAt } = post;
  const path = postPath(slug);
  const urlOf = (address: string) => `${site.siteUrl}${localePath(site.locale, address)}`;
  const blog = { url: urlOf(PAGES.blog.path), name: t`What’s new` };
  const facts = {
    url: urlOf(path),
    home: { url: urlOf("/"), name: t`All prompts` },
    above: [blog],
    locale: site.locale,
    title,
    description,
    published: publishedAt,
  };
  return (
    <>
      <PageHead {...headData({ ...site, path, title, description, type: "article", noindex: false })} feed={feed} />
      <JsonLd data={postJsonLd(facts)} />
      <DocsFrame docs={news.docs} where={[blog.name, title]}>
        <PostPage post={post} posts={news.posts} />
      </DocsFrame>
    </>
  );
}
