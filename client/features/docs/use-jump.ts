import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isModifiedClick } from "../../ui/modified-click";

/**
 * Follows a link to a heading of the page. By the router, which then knows where the reader was and leads back there; the browser
 * alone would move the focus, too.
 */
export function useJump(): (event: MouseEvent, hash: string) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (event, hash) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    void navigate(pathname + search + hash);
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
    heading?.querySelector("a")?.focus({ preventScroll: true });
  };
}
