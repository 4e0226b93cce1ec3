import { type FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { postPath } from "../../../contract/docs-pages";
import { PAGES } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { Crumbs } from "./Crumbs";
import { DocText } from "./DocText";
import { LanguageNote } from "./LanguageNote";
import { Neighbors } from "./Neighbors";
import type { PostInBrief } from "./PostList";
import classes from "./DocPage.module.css";

const PostPage_post = graphql(`
  fragment PostPage_post on Post {
    id
    slug
    locale
    title
    html
    publishedAt
  }
`);

interface PostPageProps {
  post: FragmentType<typeof PostPage_post>;
  /** All posts, the newest first. */
  posts: readonly PostInBrief[];
}

/** A post, between the one before and the one after it. */
export function PostPage({ post, posts }: PostPageProps) {
  const { t, i18n } = useLingui();
  const { locale } = useSite();
  const path = useLocalePath();
  const { data, complete } = useFragment({ fragment: PostPage_post, from: post });
  if (!complete) return null;
  const written = localeOf(data.locale);
  const at = posts.findIndex(({ slug }) => slug === data.slug);
  const linkTo = (other: PostInBrief | undefined) => other && { to: path(postPath(other.slug)), title: other.title };
  const day = i18n.date(data.publishedAt, { dateStyle: "long", timeZone: "UTC" });
  return (
    <div className={classes.grid}>
      <header className={classes.head}>
        <Crumbs above={[{ name: t`What’s new`, to: path(PAGES.blog.path) }]} here={data.title} />
        <h1 id="title">{data.title}</h1>
        <p className={classes.meta}>
          <time dateTime={data.publishedAt.slice(0, 10)}>
            <Trans>Published on {day}</Trans>
          </time>
        </p>
        {written !== locale && <LanguageNote />}
      </header>
      <article aria-labelledby="title">
        <DocText key={data.slug} html={data.html} locale={written} />
      </article>
      <footer className={classes.foot}>
        <Neighbors previous={linkTo(posts[at + 1])} next={linkTo(posts[at - 1])} />
      </footer>
    </div>
  );
}
