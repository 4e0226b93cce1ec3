import { useLingui } from "@lingui/react/macro";
import type { ExternalLink } from "../../../contract/site-links";
import { docPath, PAGES } from "../../../contract/pages";
import { useSite } from "../../runtime/SiteProvider";
import type { IconName } from "../../ui/Icon";

interface LinkGroup {
  id: string;
  label: string;
  /** The page of this site that comes first. */
  page: { path: string; label: string };
  links: readonly ExternalLink[];
}

interface IconLink {
  href: string;
  name: string;
  /** If missing, the letters QQ are shown. */
  icon?: IconName;
}

/** The menus: a page of the site, and the external links that the site's owner configured. */
export function useSiteLinks(): { groups: LinkGroup[]; icons: IconLink[] } {
  const { t } = useLingui();
  const { tools, feedback, icons } = useSite().links;
  const groups: LinkGroup[] = [
    {
      id: "tools",
      label: t`Tools`,
      page: { path: docPath("extension/"), label: t`Browser extension` },
      links: tools,
    },
    {
      id: "feedback",
      label: t`Feedback`,
      page: { path: PAGES.feedback.path, label: t`Feedback` },
      links: feedback,
    },
  ];
  const iconLinks: (Omit<IconLink, "href"> & { href: string | undefined })[] = [
    { href: icons.messagingGroup, name: t`Messaging group`, icon: "message" },
    { href: icons.chatServer, name: t`Chat server`, icon: "messages" },
    { href: icons.qqGroup, name: t`QQ group` },
    { href: icons.sourceRepository, name: t`Source code`, icon: "source" },
  ];
  return {
    groups,
    icons: iconLinks.filter((link): link is IconLink => link.href !== undefined),
  };
}
