import { useLingui } from "@lingui/react/macro";
import { PAGES } from "../../../contract/pages";
import { DocsFrame, PostArchive, usePostFeed } from "../../features/docs";
import { headData, PageHead } from "../../features/head";
import { PageLoading } from "../../ui/PageLoading";
import { useNews, useSiteUrl } from "./news";

export { catalog, loadNews as loader } from "./news";

/** All news by year. */
export default function ArchivePage() {
  const { t } = useLingui();
  const site = useSiteUrl();
  const feed = usePostFeed();
  const news = useNews();
  if (!news) return <PageLoading />;
  const title = t`Archive`;
  const description = t`All posts about changes to Polyprompt, by year.`;
  const head = { ...site, path: PAGES.blogArchive.path, title, description, type: "website", noindex: false } as const;
  return (
    <>
      <PageHead {...headData(head)} feed={feed} />
      <DocsFrame docs={news.docs} where={[t`What’s new`, title]}>
        <PostArchive posts={news.posts} />
      </DocsFrame>
    </>
  );
}
