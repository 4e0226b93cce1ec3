import type { ApolloClient } from "@apollo/client";
import type { I18n } from "@lingui/core";
import type { Locale } from "../../contract/locales";
import type { PageLinks } from "../../contract/site-links";
import type { Session } from "../session/session";

/** What one document stands on. There is one for each request on the server, and one in a browser's page. */
export interface PageContext {
  apollo: ApolloClient;
  /** A document has one locale for its life; another language is another document. */
  locale: Locale;
  /** "" or "/x/y" */
  basePath: string;
  /** The site's origin, for addresses that leave the site. */
  publicUrl: string;
  /** What the site's owner configured. */
  links: PageLinks;
  /** The document's words: on their way while the page's code is. */
  i18n: Promise<I18n>;
  session: Session;
  /** The path at which this document says that nothing is found, within the base path. Its links are not made of it. */
  notFoundAt: string | null;
}
