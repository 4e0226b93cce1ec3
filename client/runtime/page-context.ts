import type { ApolloClient } from "@apollo/client";
import type { I18n } from "@lingui/core";
import type { Locale } from "../../contract/locales";
import type { PageLinks } from "../../contract/site-links";
import type { Session } from "../session/session";
import type { Destination } from "./destination";

/** The dependencies of a document: one for each request on the server, one for each page load in the browser. */
export interface PageContext {
  apollo: ApolloClient;
  /** Fixed for the life of a document; another language needs a new document. */
  locale: Locale;
  /** "" or "/x/y" */
  basePath: string;
  /** The site's origin, for absolute URLs. */
  publicUrl: string;
  /** What the site's owner configured. */
  links: PageLinks;
  /** The document's messages, which load in parallel with the page's code. */
  i18n: Promise<I18n>;
  session: Session;
  destination: Destination;
  /** The path, within the base path, for which this document says "not found". Links are not derived from it. */
  notFoundAt: string | null;
}
