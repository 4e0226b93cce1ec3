import { createContext, type ReactNode, useContext } from "react";
import { type Locale, localePath } from "../../contract/locales";
import type { PageLinks } from "../../contract/site-links";
import type { Session } from "../session/session";
import type { Destination } from "./destination";

interface Site {
  locale: Locale;
  basePath: string;
  publicUrl: string;
  links: PageLinks;
  session: Session;
  destination: Destination;
  notFoundAt: string | null;
}

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The document's locale, the site's URLs and its configuration. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider above it");
  return site;
}

/** Builds paths in the document's locale, for router links. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useSite();
  return (path) => localePath(locale, path);
}
