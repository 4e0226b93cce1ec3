import type { ExternalLink as SiteLink } from "../../../contract/site-links";
import { ExternalLink } from "../../ui/ExternalLink";
import { Icon } from "../../ui/Icon";

/** Links to other sites, under one another. */
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
