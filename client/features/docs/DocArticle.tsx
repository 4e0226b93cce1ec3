import { type FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { useNavigate } from "react-router-dom";
import { localeInfo } from "../../../contract/locales";
import { localeOf } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { isModifiedClick } from "../../ui/modified-click";
import classes from "./DocArticle.module.css";

const DocArticle_doc = graphql(`
  fragment DocArticle_doc on Doc {
    id
    locale
    title
    html
    updatedAt
  }
`);

/** A docs page, as HTML rendered by the server. */
export function DocArticle({ doc }: { doc: FragmentType<typeof DocArticle_doc> }) {
  const { i18n } = useLingui();
  const { locale } = useSite();
  const followLink = useFollowLink();
  const { data, complete } = useFragment({ fragment: DocArticle_doc, from: doc });
  if (!complete) return null;
  const written = localeInfo(localeOf(data.locale));
  const language = { lang: written.code, dir: written.dir };
  // UTC on server and client, so that both render the same day.
  const updated = i18n.date(data.updatedAt, { dateStyle: "long", timeZone: "UTC" });
  return (
    <article className={classes.doc} aria-labelledby="title">
      <h1 id="title" {...language}>
        {data.title}
      </h1>
      <p className={classes.updated}>
        <Trans>Last updated: {updated}</Trans>
      </p>
      {written.code !== locale && (
        <p className={classes.fallback} role="note">
          <Trans>This page is not available in your language yet. Here is the English one.</Trans>
        </p>
      )}
      <div
        {...language}
        className={classes.text}
        onClick={followLink}
        dangerouslySetInnerHTML={{ __html: data.html }}
      />
    </article>
  );
}

/** Follows internal links of the HTML through the router, without a page load. */
function useFollowLink() {
  const navigate = useNavigate();
  const { basePath } = useSite();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.hash || isModifiedClick(event)) return;
    event.preventDefault();
    void navigate(link.pathname.slice(basePath.length) + link.search);
  };
}
