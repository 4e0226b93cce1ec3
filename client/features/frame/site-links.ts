import { useLingui } from "@lingui/react/macro";
import type { ExternalLink } from "../../../contract/site-links";
import { useSite } from "../../runtime/SiteProvider";
import type { IconName } from "../../ui/Icon";

interface LinkGroup {
  id: string;
  label: string;
  links: readonly ExternalLink[];
}

interface IconLink {
  href: string;
  name: string;
  /** Without one the group's well-known letters stand for it. */
  icon?: IconName;
}

/** What the navigation leads to, as the site's owner configured it. What is not configured is not there. */
export function useSiteLinks(): { groups: LinkGroup[]; icons: IconLink[] } {
  const { t } = useLingui();
  const { tools, feedback, icons } = useSite().links;
  const groups = [
    { id: "tools", label: t`Tools`, links: tools },
    { id: "feedback", label: t`Feedback`, links: feedback },
  ];
  const iconLinks: (Omit<IconLink, "href"> & { href: string | undefined })[] = [
    { href: icons.messagingGroup, name: t`Messaging group`, icon: "message" },
    { href: icons.chatServer, name: t`Chat server`, icon: "messages" },
    { href: icons.qqGroup, name: t`QQ group` },
    { href: icons.sourceRepository, name: t`Source code`, icon: "source" },
  ];
  return {
    groups: groups.filter(({ links }) => links.length > 0),
    icons: iconLinks.filter((link): link is IconLink => link.href !== undefined),
  };
}
