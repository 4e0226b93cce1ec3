import { useLingui } from "@lingui/react/macro";
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
  if (groups.length === 0) return null;
  return (
    <nav className={classes.nav} aria-label={t`Main navigation`}>
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
