import { createContext, type ReactNode, useContext } from "react";
import type { Locale } from "../../product.config";

interface Site {
  locale: Locale;
  basePath: string;
  publicUrl: string;
}

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** Where this document stands: its locale and the site's addresses. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider above it");
  return site;
}
