import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { DOC_SEARCH } from "../../../contract/docs-pages";
import { docPath, PAGES } from "../../../contract/pages";
import type { DocsSiteQuery } from "../../gql/graphql";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Icon, Outline } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { DocsSearchField } from "./DocsSearchField";
import classes from "./DocsFrame.module.css";

/** The docs as a whole: their groups, tags and versions. */
export type DocsSite = DocsSiteQuery["docs"];

/** Groups of fewer pages are always open. */
const FOLDED_FROM = 3;
const SIDEBAR_ID = "docs-pages";
const PAGES_ICON = "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM9 3v18";

interface DocsFrameProps {
  docs: DocsSite;
  /** Where the page is, for the bar of narrow windows. */
  where: readonly string[];
  /** Whether the page has a search field of its own. */
  hasSearch?: boolean;
  children: ReactNode;
}

/** A page of the docs beside the list of all pages, which is a drawer in narrow windows. */
export function DocsFrame({ docs, where, hasSearch = false, children }: DocsFrameProps) {
  const { t } = useLingui();
  const path = useLocalePath();
  const { pathname } = useLocation();
  const sidebar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The drawer has done its work.
    if (sidebar.current?.matches(":popover-open")) sidebar.current.hidePopover();
  }, [pathname]);
  return (
    <div className={classes.docs}>
      <a className={classes.skip} href="#page">
        <Trans>Skip the list of pages</Trans>
      </a>
      <div className={classes.bar}>
        <button className={classes.open} type="button" popoverTarget={SIDEBAR_ID}>
          <Outline path={PAGES_ICON} directional />
          <Trans>Pages</Trans>
        </button>
        <span className={classes.where}>
          {where.map((name, index) =>
            index === where.length - 1 ? (
              <b key={name}>{name}</b>
            ) : (
              <span key={name}>
                {name}
                <Icon name="next" size={14} />
              </span>
            ),
          )}
        </span>
        {!hasSearch && (
          <Link className={classes.glass} to={path(docPath(DOC_SEARCH))} aria-label={t`Search the docs`}>
            <Icon name="search" />
          </Link>
        )}
      </div>
      <div id={SIDEBAR_ID} ref={sidebar} className={classes.side} popover="auto">
        <p className={classes.head}>
          <Trans>Docs</Trans>
          <button
            className={classes.close}
            type="button"
            popoverTarget={SIDEBAR_ID}
            popoverTargetAction="hide"
            aria-label={t`Close`}
          >
            <Icon name="close" />
          </button>
        </p>
        {!hasSearch && <DocsSearchField className={classes.search} />}
        <nav aria-label={t`Docs`}>
          <Groups docs={docs} />
          <Versions docs={docs} />
        </nav>
      </div>
      <div id="page" className={classes.page} tabIndex={-1}>
        {children}
      </div>
    </div>
  );
}

function Groups({ docs: { sidebar } }: { docs: DocsSite }) {
  const path = useLocalePath();
  const { pathname } = useLocation();
  const isHere = (address: string) => pathname === path(address);
  const folded = sidebar.filter(({ pages }) => pages.length >= FOLDED_FROM);
  const current =
    folded.find(
      ({ slug, pages }) => isHere(docPath(`category/${slug}`)) || pages.some((page) => isHere(docPath(page.path))),
    ) ?? folded[0];
  return sidebar.map((group, index) => {
    const pages = (
      <ul>
        {group.pages.map((page) => (
          <li key={page.path}>
            <PageLink address={docPath(page.path)}>{page.title}</PageLink>
          </li>
        ))}
        {index === 0 && (
          <li>
            <PageLink address={PAGES.blog.path}>
              <Trans>What’s new</Trans>
            </PageLink>
          </li>
        )}
      </ul>
    );
    if (!folded.includes(group))
      return (
        <div key={group.slug} className={classes.group}>
          <p>{group.label}</p>
          {pages}
        </div>
      );
    return (
      // Closed and opened by the reader, until another page is shown.
      <details key={`${group.slug} ${String(group === current)}`} className={classes.group} open={group === current}>
        <summary>
          {group.label}
          <Icon name="chevronDown" size={16} />
        </summary>
        {pages}
      </details>
    );
  });
}

function PageLink({ address, children }: { address: string; children: ReactNode }) {
  const to = useLocalePath()(address);
  const { pathname } = useLocation();
  return (
    <Link to={to} aria-current={pathname === to ? "page" : undefined} data-on-intent>
      {children}
    </Link>
  );
}

/** The other versions, where there are some. */
function Versions({ docs: { versions } }: { docs: DocsSite }) {
  if (versions.length < 2) return null;
  return (
    <div className={classes.group}>
      <p>
        <Trans>Versions</Trans>
      </p>
      <ul>
        {versions.map(({ name, label, path }) => (
          <li key={name}>
            <PageLink address={path}>{label}</PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
