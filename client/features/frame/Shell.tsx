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
 * After a navigation, focuses the page and announces its title, as a new document would. A change of the query alone does
 * neither.
 */
function usePageFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const announce = useAnnounce();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A notice that offers to undo what led here has taken it.
    if (!document.querySelector("[data-action]:focus-within")) main.current?.focus({ preventScroll: true });
    // A failed page has no title; its alert is announced instead.
    if (document.title) announce(document.title);
  }, [pathname, announce]);
  return main;
}

/**
 * Marks in the performance timeline when the page is interactive. It follows the page in the same Suspense boundary, so its effect
 * runs after those of the page.
 */
function UsableMark() {
  useEffect(() => {
    performance.mark("usable");
  }, []);
  return null;
}
