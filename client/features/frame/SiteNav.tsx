import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
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
      <CommunityLink className={`${menu.summary} ${classes.link}`} />
      {groups.map(({ id, label, links }) => (
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
          <LinkList className={menu.list} links={links} />
        </Disclosure>
      ))}
    </nav>
  );
}

/** Leads to what members share. */
export function CommunityLink({ className, onFollow }: { className: string | undefined; onFollow?: () => void }) {
  const path = useLocalePath()(PAGES.communityPrompts.path);
  const isHere = useLocation().pathname === path;
  return (
    <Link className={className} to={path} aria-current={isHere ? "page" : undefined} data-on-intent onClick={onFollow}>
      <Trans>Community</Trans>
    </Link>
  );
}

/** A vertical list of external links. */
export function LinkList({ links, className }: { links: readonly SiteLink[]; className?: string | undefined }) {
  return (
    <ul className={className}>
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
