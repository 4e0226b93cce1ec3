import { Trans } from "@lingui/react/macro";
import { Suspense, type RefObject, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router-dom";
import { AnnouncementBar } from "../announcement";
import { LanguageHint, ShownLanguageProvider } from "../language";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { NavigationProgress } from "./NavigationProgress";
import { PageLoading } from "../../ui/PageLoading";
import { useAnnounce } from "../../ui/Announcer";
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

/**
 * After a change of page the focus goes to the page and its title is read out, as in a new document; a change of its query
 * leaves both alone.
 */
function usePageFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const announce = useAnnounce();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    // A page that failed has no title; its alert speaks for it.
    if (document.title) announce(document.title);
  }, [pathname, announce]);
  return main;
}

/**
 * Marks in the browser's timeline when the page answers. It stands behind the page in the same boundary: when its effect runs,
 * those of the whole page have run.
 */
function UsableMark() {
  useEffect(() => {
    performance.mark("usable");
  }, []);
  return null;
}
