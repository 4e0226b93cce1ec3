import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useAnnounce } from "../../ui/Announcer";

/**
 * After a change of page the focus goes to the page and its title is read out, as in a new document; a change of its query
 * leaves both alone.
 */
export function usePageFocus(): RefObject<HTMLElement | null> {
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
