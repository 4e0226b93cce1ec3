import { Trans } from "@lingui/react/macro";
import { Suspense, type RefObject, useEffect, useRef } from "react";
import { NavigationType, Outlet, ScrollRestoration, useHref, useLocation, useNavigationType } from "react-router-dom";
import { AnnouncementBar } from "../announcement";
import { LanguageHint, ShownLanguageProvider } from "../language";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { Measurement } from "./Measurement";
import { NavigationProgress } from "./NavigationProgress";
import { OfflineNote } from "./OfflineNote";
import { useSite } from "../../runtime/SiteProvider";
import { PageLoading } from "../../ui/PageLoading";
import { useHydrated } from "../../ui/use-hydrated";
import { useAnnounce } from "../../ui/Announcer";
import classes from "./Shell.module.css";

/** The frame of every page. */
export function Shell() {
  const main = usePageFocus();
  const hydrated = useHydrated();
  const { tagManager } = useSite().links;
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
      <OfflineNote />
      {hydrated && tagManager !== undefined && <Measurement container={tagManager} />}
    </ShownLanguageProvider>
  );
}

/**
 * After a navigation, focuses the page and announces its title, as a new document would; after Back, the link to the page that was
 * left. A change of the query alone does neither.
 */
function usePageFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const announce = useAnnounce();
  const { pathname, search, key } = useLocation();
  const href = useHref({ pathname, search });
  const type = useNavigationType();
  const shown = useRef({ pathname, key });
  /** By the key of an entry of the history, where the reader went from there. */
  const followed = useRef(new Map<string, string>());
  useEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { pathname, key };
    if (type === NavigationType.Push) followed.current.set(before.key, href);
    if (before.pathname === pathname) return;
    const links = type === NavigationType.Pop ? [...(main.current?.querySelectorAll("a") ?? [])] : [];
    const link = links.find((each) => each.getAttribute("href") === followed.current.get(key));
    // A notice that offers to undo what led here has taken it.
    if (!document.querySelector("[data-action]:focus-within")) (link ?? main.current)?.focus({ preventScroll: true });
    // A failed page has no title; its alert is announced instead.
    if (document.title) announce(document.title);
  }, [pathname, key, href, type, announce]);
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
