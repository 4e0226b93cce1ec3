import { createContext, type ReactNode, useContext } from "react";
import { type Locale, localePath } from "../../contract/locales";
import type { PageLinks } from "../../contract/site-links";
import type { Session } from "../session/session";

interface Site {
  locale: Locale;
  basePath: string;
  publicUrl: string;
  links: PageLinks;
  session: Session;
  notFoundAt: string | null;
}

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** Where this document stands: its locale, the site's addresses and what its owner configured. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider above it");
  return site;
}

/** Addresses of this document's locale, for the router's links. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useSite();
  return (path) => localePath(locale, path);
}
