import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { docPath, PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Disclosure } from "../../ui/Disclosure";
import { Icon } from "../../ui/Icon";
import { useSiteLinks } from "./site-links";
import type { ExternalLink as SiteLink } from "../../../contract/site-links";
import { ExternalLink } from "../../ui/ExternalLink";
import menu from "../../ui/menu.module.css";
import classes from "./SiteNav.module.css";

/** The site's menus, in the header of wide windows. Narrow ones use the drawer, or these if scripts are off. */
export function SiteNav() {
  const { t } = useLingui();
  const { groups } = useSiteLinks();
  return (
    <nav className={classes.nav} aria-label={t`Main navigation`}>
      <DocsLink className={`${menu.summary} ${classes.link}`} />
      <CommunityLink className={`${menu.summary} ${classes.link}`} />
      {groups.map(({ id, label, page, links }) =>
        links.length === 0 ? (
          <PageLink key={id} className={`${menu.summary} ${classes.link}`} page={page.path}>
            {page.label}
          </PageLink>
        ) : (
          <Disclosure
            key={id}
            className={menu.menu}
            summaryClassName={menu.summary}
            label={
              <>
                {label}
                <Icon name="chevronDown" size={14} />
              </>
            }
          >
            <LinkList className={menu.list} page={page} links={links} />
          </Disclosure>
        ),
      )}
    </nav>
  );
}

interface PageLinkProps {
  className?: string | undefined;
  page: string;
  onFollow?: (() => void) | undefined;
  children: ReactNode;
}

/** Leads to a page of the site. */
export function PageLink({ className, page, onFollow, children }: PageLinkProps) {
  const path = useLocalePath()(page);
  const { pathname } = useLocation();
  const isBelow = path.endsWith("/") && pathname.startsWith(path);
  const current = pathname === path ? "page" : isBelow;
  return (
    <Link className={className} to={path} aria-current={current} data-on-intent onClick={onFollow}>
      {children}
    </Link>
  );
}

/** Leads to the docs. */
export function DocsLink(props: Pick<PageLinkProps, "className" | "onFollow">) {
  return (
    <PageLink {...props} page={docPath("")}>
      <Trans>Docs</Trans>
    </PageLink>
  );
}

/** Leads to what members share. */
export function CommunityLink(props: Pick<PageLinkProps, "className" | "onFollow">) {
  return (
    <PageLink {...props} page={PAGES.communityPrompts.path}>
      <Trans>Community</Trans>
    </PageLink>
  );
}

interface LinkListProps {
  page: { path: string; label: string };
  links: readonly SiteLink[];
  className?: string | undefined;
  onFollow?: () => void;
}

/** A vertical list of links: the site's own page, then external ones. */
export function LinkList({ page, links, className, onFollow }: LinkListProps) {
  return (
    <ul className={className}>
      <li>
        <PageLink page={page.path} onFollow={onFollow}>
          {page.label}
        </PageLink>
      </li>
      {links.map(({ label, href }) => (
        <li key={href}>
          <ExternalLink href={href}>
            <bdi>{label}</bdi>
            <Icon name="external" size={14} />
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}
