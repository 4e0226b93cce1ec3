import type { Locale } from "../../../contract/locales";
import { type DocsSite, DocsSiteQuery, PostsQuery } from "../../features/docs";
import type { PostsQuery as PostsData } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { pageCatalog } from "../../i18n/page-catalog";
import { useQuery } from "../../runtime/apollo-hooks";
import type { PageContext } from "../../runtime/page-context";
import { useSite } from "../../runtime/SiteProvider";

export const catalog = pageCatalog(import.meta.glob("../../locales/*/docs.po"));

/** The news, and the docs that surround them. */
export async function loadNews({ apollo, locale: code }: PageContext): Promise<null> {
  const locale = localeName(code);
  await Promise.all([
    apollo.query({ query: DocsSiteQuery, variables: { locale, version: null } }),
    apollo.query({ query: PostsQuery, variables: { locale } }),
  ]);
  return null;
}

/** Undefined while it loads: the loader has cached it. */
export function useNews(): { docs: DocsSite; posts: PostsData["posts"] } | undefined {
  const locale = localeName(useSite().locale);
  const site = useQuery(DocsSiteQuery, { variables: { locale, version: null } });
  const posts = useQuery(PostsQuery, { variables: { locale } });
  return site.data && posts.data && { docs: site.data.docs, posts: posts.data.posts };
}

export function useSiteUrl(): { locale: Locale; siteUrl: string } {
  const { locale, publicUrl, basePath } = useSite();
  return { locale, siteUrl: `${publicUrl}${basePath}` };
}
