import { type RefObject, useEffect, useRef } from "react";

/** The closest ancestor that is focusable by script only. */
const closestFocusable = (parent: Element) => parent.closest<HTMLElement>("[tabindex='-1']");

/**
 * Moves the focus when the focused element inside a container is removed. Otherwise keyboard users would start over at the top of
 * the page.
 * @param findTarget the new focus target, given the removed element's parent
 */
export function useFocusRecovery<Part extends HTMLElement>(
  findTarget: (parent: Element) => HTMLElement | null = closestFocusable,
): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => {
    const container = ref.current;
    if (!container) return;
    let lastFocused: Node | null = null;
    const remember = ({ target }: FocusEvent) => {
      lastFocused = target instanceof Node && container.contains(target) ? target : null;
    };
    const observer = new MutationObserver((changes) => {
      if (!lastFocused || lastFocused.isConnected || document.activeElement !== document.body) return;
      const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lastFocused)));
      const parent = change?.target instanceof Element && change.target.isConnected ? change.target : container;
      findTarget(parent)?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    observer.observe(container, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, [findTarget]);
  return ref;
}
