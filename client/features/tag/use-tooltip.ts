import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

interface Tooltip {
  open: boolean;
  holder: RefObject<HTMLSpanElement | null>;
  description: RefObject<HTMLSpanElement | null>;
  /** For an element that contains both the trigger and the tooltip, so that the pointer can move between them. */
  events: {
    onPointerEnter(event: { pointerType: string }): void;
    onPointerLeave(): void;
    onFocus(event: { target: Element }): void;
    onBlur(): void;
  };
}

/** A tooltip that is open while it or its trigger is hovered or focused, until Escape is pressed (WCAG 1.4.13). */
export function useTooltip(): Tooltip {
  const holder = useRef<HTMLSpanElement>(null);
  const description = useRef<HTMLSpanElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const open = (hovered || focused) && !dismissed;

  // On every render, because selecting a tag moves the pills.
  useLayoutEffect(() => {
    if (open) place(holder.current, description.current);
  });
  useEffect(() => {
    if (!open) return;
    const reposition = () => place(holder.current, description.current);
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Escape would also clear a search field.
      event.preventDefault();
      setDismissed(true);
    };
    // Captured, because scroll events do not bubble and the row of pills scrolls by itself.
    window.addEventListener("scroll", reposition, { capture: true, passive: true });
    window.addEventListener("resize", reposition);
    window.addEventListener("keydown", dismiss, { capture: true });
    return () => {
      window.removeEventListener("scroll", reposition, { capture: true });
      window.removeEventListener("resize", reposition);
      window.removeEventListener("keydown", dismiss, { capture: true });
    };
  }, [open]);

  return {
    open,
    holder,
    description,
    events: {
      // A finger that taps would only see it flash.
      onPointerEnter: ({ pointerType }) => {
        if (pointerType === "touch") return;
        setHovered(true);
        setDismissed(false);
      },
      onPointerLeave: () => setHovered(false),
      // Not for focus from a click.
      onFocus: ({ target }) => {
        if (!target.matches(":focus-visible")) return;
        setFocused(true);
        setDismissed(false);
      },
      onBlur: () => setFocused(false),
    },
  };
}

/**
 * Places the tooltip above the holder, where it covers nothing that comes next, or below it if there is no room between it and the
 * header. CSS keeps it within the sides of the window.
 */
function place(holder: HTMLElement | null, description: HTMLElement | null): void {
  if (!holder || !description) return;
  const { left, right, top, bottom } = holder.getBoundingClientRect();
  const root = document.documentElement;
  const { style, offsetHeight: height } = description;
  const ceiling = Number.parseFloat(getComputedStyle(root).scrollPaddingBlockStart) || 0;
  const fitsAbove = top - GAP - height >= ceiling || bottom + GAP + height > root.clientHeight;
  style.setProperty("--start", `${root.dir === "rtl" ? root.clientWidth - right : left}px`);
  style.setProperty("--top", `${fitsAbove ? top - GAP - height : bottom + GAP}px`);
}

/** CSS bridges the gap for the pointer. */
const GAP = 6;
