import { type RefObject, useEffect, useRef } from "react";

/** The innermost part around something that can have the focus without being a control. */
const nearest = (around: Element) => around.closest<HTMLElement>("[tabindex='-1']");

/**
 * Keeps the focus in a part of the page when what had it is taken away: it would be lost, and whoever uses a keyboard would begin
 * at the top of the page again.
 * @param place where it goes then, from what was around
 */
export function useKeptFocus<Part extends HTMLElement>(
  place: (around: Element) => HTMLElement | null = nearest,
): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => {
    const part = ref.current;
    if (!part) return;
    let last: Node | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Node && part.contains(target) ? target : null;
    };
    const observer = new MutationObserver((changes) => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
      const around = change?.target instanceof Element && change.target.isConnected ? change.target : part;
      place(around)?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    observer.observe(part, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, [place]);
  return ref;
}
