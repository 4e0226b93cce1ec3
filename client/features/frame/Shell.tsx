import { Trans } from "@lingui/react/macro";
import { Suspense } from "react";
import { Outlet, ScrollRestoration } from "react-router-dom";
import { AnnouncementBar } from "../announcement";
import { LanguageHint, ShownLanguageProvider } from "../language";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { NavigationProgress } from "./NavigationProgress";
import { PageLoading } from "../../ui/PageLoading";
import { UsableMark } from "./UsableMark";
import { usePageFocus } from "./use-page-focus";
import classes from "./Shell.module.css";

/** The frame of every page. */
export function Shell() {
  const main = usePageFocus();
  return (
    <ShownLanguageProvider>
      <a className={classes.skip} href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <NavigationProgress />
      <AnnouncementBar />
      <Header />
      <LanguageHint />
      <main id="main" ref={main} className={classes.main} tabIndex={-1}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
          <UsableMark />
        </Suspense>
      </main>
      <Footer />
      <ScrollRestoration />
    </ShownLanguageProvider>
  );
}
