import { Trans, useLingui } from "@lingui/react/macro";
import { newsFeedPath } from "../../../contract/feeds";
import { postPath } from "../../../contract/docs-pages";
import { PAGES } from "../../../contract/pages";
import type { PostsQuery } from "../../gql/graphql";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Icon, Outline } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { Crumbs } from "./Crumbs";
import classes from "./PostList.module.css";

export type PostInBrief = PostsQuery["posts"][number];

const FEED = "M4 11a9 9 0 0 1 9 9M4 4a16 16 0 0 1 16 16M5 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2";
/** Older ones are in the archive. */
const SHOWN_POSTS = 10;

/** The news, of which the latest stands out. */
export function PostList({ posts, feed }: { posts: readonly PostInBrief[]; feed: string }) {
  const path = useLocalePath();
  return (
    <>
      <h1 className={classes.title}>
        <Trans>What’s new</Trans>
      </h1>
      <p className={classes.lead}>
        <Trans>Changes that people who use Polyprompt notice, newest first.</Trans>
      </p>
      <ol className={classes.posts}>
        {posts.slice(0, SHOWN_POSTS).map((post) => (
          <li key={post.slug}>
            <Day post={post} />
            <div>
              <h2>
                <Link to={path(postPath(post.slug))} data-on-intent>
                  {post.title}
                </Link>
              </h2>
              <p>{post.description}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className={classes.ways}>
        <Link to={path(PAGES.blogArchive.path)} data-on-intent>
          <Trans>All posts by year</Trans>
          <Icon name="forward" size={16} />
        </Link>
        <a href={feed}>
          <Outline path={FEED} size={16} />
          <Trans>Follow by feed</Trans>
        </a>
      </p>
    </>
  );
}

/** All news by year. */
export function PostArchive({ posts }: { posts: readonly PostInBrief[] }) {
  const { t } = useLingui();
  const path = useLocalePath();
  const years = [...new Set(posts.map(yearOf))];
  return (
    <>
      <Crumbs above={[{ name: t`What’s new`, to: path(PAGES.blog.path) }]} here={t`Archive`} />
      <h1 className={classes.title}>
        <Trans>Archive</Trans>
      </h1>
      {years.map((year) => (
        <section key={year} className={classes.year} aria-labelledby={`year-${year}`}>
          <h2 id={`year-${year}`}>{year}</h2>
          <ol>
            {posts
              .filter((post) => yearOf(post) === year)
              .map((post) => (
                <li key={post.slug}>
                  <Day post={post} />
                  <Link to={path(postPath(post.slug))} data-on-intent>
                    {post.title}
                  </Link>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function yearOf({ publishedAt }: PostInBrief): string {
  return publishedAt.slice(0, 4);
}

function Day({ post: { publishedAt } }: { post: PostInBrief }) {
  const { i18n } = useLingui();
  // UTC on server and client, so that both render the same day.
  const day = i18n.date(publishedAt, { day: "numeric", month: "long", timeZone: "UTC" });
  return <time dateTime={publishedAt.slice(0, 10)}>{day}</time>;
}

/** The feed of the news in the language of the page. */
export function usePostFeed(): string {
  const { basePath, locale } = useSite();
  return `${basePath}${newsFeedPath(locale)}`;
}
