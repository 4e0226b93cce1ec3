import { useLingui } from "@lingui/react/macro";
import { PAGES } from "../../../contract/pages";
import { DocsFrame, PostList, usePostFeed } from "../../features/docs";
import { headData, PageHead } from "../../features/head";
import { PageLoading } from "../../ui/PageLoading";
import { useNews, useSiteUrl } from "./news";

export { catalog, loadNews as loader } from "./news";

/** News about the site. */
export default function BlogPage() {
  const { t } = useLingui();
  const site = useSiteUrl();
  const feed = usePostFeed();
  const news = useNews();
  if (!news) return <PageLoading />;
  const title = t`What’s new`;
  const description = t`Changes that people who use Polyprompt notice, newest first.`;
  const head = { ...site, path: PAGES.blog.path, title, description, type: "website", noindex: false } as const;
  return (
    <>
      <PageHead {...headData(head)} feed={feed} />
      <DocsFrame docs={news.docs} where={[title]}>
        <PostList posts={news.posts} feed={feed} />
      </DocsFrame>
    </>
  );
}
