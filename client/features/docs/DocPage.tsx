import { type FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { localeInfo } from "../../../contract/locales";
import { docPath } from "../../../contract/pages";
import { graphql } from "../../gql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { ExternalLink } from "../../ui/ExternalLink";
import { Outline } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { Crumbs, type Crumb } from "./Crumbs";
import { DocText } from "./DocText";
import { DocToc } from "./DocToc";
import { LanguageNote } from "./LanguageNote";
import { Neighbors } from "./Neighbors";
import classes from "./DocPage.module.css";

const DocPage_doc = graphql(`
  fragment DocPage_doc on Doc {
    id
    path
    locale
    title
    description
    html
    file
    updatedAt
    toc {
      id
      level
      text
    }
    tags {
      slug
      label
    }
    previous {
      path
      title
    }
    next {
      path
      title
    }
  }
`);

const TAG =
  "M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42zM7.5 8a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1";
const PENCIL =
  "M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4";

interface DocPageProps {
  doc: FragmentType<typeof DocPage_doc>;
  /** The pages above it. */
  above: readonly Crumb[];
}

/** A page of the docs with its contents and what surrounds it. */
export function DocPage({ doc, above }: DocPageProps) {
  const { i18n } = useLingui();
  const { locale, links } = useSite();
  const path = useLocalePath();
  const { data, complete } = useFragment({ fragment: DocPage_doc, from: doc });
  if (!complete) return null;
  const written = localeInfo(localeOf(data.locale));
  // UTC on server and client, so that both render the same day.
  const updated = i18n.date(data.updatedAt, { dateStyle: "long", timeZone: "UTC" });
  const linkTo = (page: { path: string; title: string } | null) =>
    page ? { to: path(docPath(page.path)), title: page.title } : undefined;
  return (
    <div className={classes.grid}>
      <header className={classes.head}>
        <Crumbs above={above} here={data.title} />
        <h1 id="title">{data.title}</h1>
        <p className={classes.lead}>{data.description}</p>
        {written.code !== locale && <LanguageNote />}
      </header>
      <DocToc key={data.path} headings={data.toc} locale={written.code} />
      <article aria-labelledby="title">
        <DocText key={data.path} html={data.html} locale={written.code} />
      </article>
      <footer className={classes.foot}>
        {data.tags.length > 0 && (
          <p className={classes.meta}>
            <Outline path={TAG} size={16} />
            {data.tags.map(({ slug, label }) => (
              <Link key={slug} to={path(docPath(`tags/${slug}`))} data-on-intent>
                {label}
              </Link>
            ))}
          </p>
        )}
        <p className={classes.meta}>
          <span>
            <Trans>Last updated: {updated}</Trans>
          </span>
          {links.docsSource !== undefined && (
            <ExternalLink className={classes.edit} href={`${links.docsSource.replace(/\/$/, "")}/${data.file}`}>
              <Outline path={PENCIL} size={16} />
              <Trans>Edit this page</Trans>
            </ExternalLink>
          )}
        </p>
        <Neighbors previous={linkTo(data.previous)} next={linkTo(data.next)} />
      </footer>
    </div>
  );
}
