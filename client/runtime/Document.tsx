import "../../contract/tokens.css";
import "../ui/mantine.css";
import "../ui/base.css";
import { ApolloProvider } from "@apollo/client/react";
import type { I18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { localeInfo } from "../../contract/locales";
import { SIGNED_IN_SCRIPT } from "../session/session";
import { ANNOUNCEMENT_SCRIPT } from "../features/announcement";
import { COLOR_SCHEME_SCRIPT, ThemeColor } from "../features/theme";
import { SiteProvider } from "./SiteProvider";
import type { PageContext } from "./page-context";
import { PAGE_STATE_ID } from "./page-state";
import { Announcer } from "../ui/Announcer";

interface DocumentProps {
  context: PageContext;
  i18n: I18n;
  /** The page's state as JSON, escaped for a script element. */
  stateJson: string;
  children: ReactNode;
}

/** They run before the first paint. The content security policy allows exactly these. */
export const INLINE_SCRIPTS = [COLOR_SCHEME_SCRIPT, ANNOUNCEMENT_SCRIPT, SIGNED_IN_SCRIPT] as const;

/** The whole document, including the head: rendered by the server, hydrated by the browser. */
export function Document({ context, i18n, stateJson, children }: DocumentProps) {
  const { locale, basePath } = context;
  const { dir } = localeInfo(locale);
  return (
    // The inline scripts change attributes before hydration.
    <html
      lang={locale}
      dir={dir}
      data-mantine-color-scheme="dark"
      data-base-path={basePath || undefined}
      suppressHydrationWarning
    >
      <head>
        {INLINE_SCRIPTS.map((source) => (
          <script key={source} dangerouslySetInnerHTML={{ __html: source }} />
        ))}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Blocks painting until all content has arrived: a partially received card would shift those beside it. On a phone nothing
            stands beside anything. */}
        <link rel="expect" href="#footer" blocking="render" media="(width > 600px)" />
        <link rel="icon" href={`${basePath}/favicon.svg`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`${basePath}/icons/apple-touch-icon.png`} />
        <link rel="manifest" href={`${basePath}/site.webmanifest`} />
      </head>
      <body>
        <ApolloProvider client={context.apollo}>
          <I18nProvider i18n={i18n}>
            <SiteProvider site={context}>
              <ThemeColor />
              <Announcer>{children}</Announcer>
            </SiteProvider>
          </I18nProvider>
        </ApolloProvider>
        <script type="application/json" id={PAGE_STATE_ID} dangerouslySetInnerHTML={{ __html: stateJson }} />
      </body>
    </html>
  );
}
