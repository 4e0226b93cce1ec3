import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

/** After a change of page the focus goes to the page, as it would in a new document; a change of its query leaves it alone. */
export function usePageFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
