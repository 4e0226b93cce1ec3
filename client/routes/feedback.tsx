import { Trans, useLingui } from "@lingui/react/macro";
import { type LoaderFunctionArgs, useLocation } from "react-router-dom";
import { PAGES } from "../../contract/pages";
import { commentInAddress } from "../features/comment";
import { Comments, preloadComments } from "../features/comment-section";
import { headData, PageHead } from "../features/head";
import { pageCatalog } from "../i18n/page-catalog";
import type { PageContext } from "../runtime/page-context";
import { useLocalePath, useSite } from "../runtime/SiteProvider";
import { Link } from "../ui/Link";
import { ExternalLink } from "../ui/ExternalLink";
import classes from "./feedback.module.css";

export const catalog = pageCatalog(import.meta.glob("../locales/*/prompt.po"));

export async function loader(context: PageContext, { request }: Pick<LoaderFunctionArgs, "request">) {
  await preloadComments(context, { promptId: null, target: commentInAddress(new URL(request.url).search) });
  return null;
}

/** How to contribute prompts and report bugs, with a thread for both. */
export default function FeedbackPage() {
  const { t } = useLingui();
  const { locale, publicUrl, basePath, links } = useSite();
  const path = useLocalePath();
  const comment = commentInAddress(useLocation().search);
  const title = t`Feedback`;
  const description = t`Contribute prompts, report what does not work, and tell us what you would like.`;
  const head = { locale, siteUrl: `${publicUrl}${basePath}`, path: PAGES.feedback.path, title, description } as const;
  const { sourceRepository } = links.icons;
  return (
    <div className={classes.page}>
      <PageHead {...headData({ ...head, type: "website", noindex: comment !== null })} />
      <h1>{title}</h1>
      <p className={classes.lead}>{description}</p>
      <div className={classes.ways}>
        <section aria-labelledby="contribute">
          <h2 id="contribute">
            <Trans>Contribute a prompt</Trans>
          </h2>
          <p>
            <Trans>
              Write it under{" "}
              <Link to={path(PAGES.user.path)} data-on-intent>
                your prompts
              </Link>{" "}
              and share it: it is then among the{" "}
              <Link to={path(PAGES.communityPrompts.path)} data-on-intent>
                community prompts
              </Link>
              , under your name, for everybody to copy, vote for and comment on.
            </Trans>
          </p>
          <p>
            <Trans>
              A good prompt says what is to be done, what it needs from the reader and how the answer should look. Put
              blanks where the reader fills something in. Prompts of the library that are tagged “Open drafts” wait for
              better wordings and translations: post yours as a comment below the prompt.
            </Trans>
          </p>
        </section>
        <section aria-labelledby="bugs">
          <h2 id="bugs">
            <Trans>Report a bug</Trans>
          </h2>
          <p>
            <Trans>
              Say what you did, what you expected and what happened instead, with the address of the page, your browser
              and its language. One comment for each bug makes it easier to answer.
            </Trans>
          </p>
          <p>
            <Trans>Leave out passwords, tokens and whatever else is private: everybody can read this page.</Trans>
          </p>
          {sourceRepository !== undefined && (
            <p>
              <ExternalLink href={sourceRepository}>
                <Trans>Source code</Trans>
              </ExternalLink>
            </p>
          )}
        </section>
      </div>
      <Comments promptId={null} target={comment} />
    </div>
  );
}
