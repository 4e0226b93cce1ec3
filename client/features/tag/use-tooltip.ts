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
    onClick(): void;
  };
}

/** A pointer on its way to something else does not rest for so long. */
const HOVER_MS = 500;

/**
 * A tooltip that is open while it or its trigger is hovered or focused, until Escape is pressed (WCAG 1.4.13) or the trigger is
 * clicked, whose effect it would cover.
 */
export function useTooltip(): Tooltip {
  const holder = useRef<HTMLSpanElement>(null);
  const description = useRef<HTMLSpanElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = (hovered || focused) && !dismissed;

  useEffect(() => () => clearTimeout(timer.current), []);
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
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          setHovered(true);
          setDismissed(false);
        }, HOVER_MS);
      },
      onPointerLeave: () => {
        clearTimeout(timer.current);
        setHovered(false);
      },
      // Not for focus from a click.
      onFocus: ({ target }) => {
        if (!target.matches(":focus-visible")) return;
        setFocused(true);
        setDismissed(false);
      },
      onBlur: () => setFocused(false),
      onClick: () => {
        clearTimeout(timer.current);
        setDismissed(true);
      },
    },
  };
}

/**
 * Places the tooltip below the holder, so that the heading above it and the number of prompts found stay in sight, or above it if
 * there is no room below. CSS keeps it within the sides of the window.
 */
function place(holder: HTMLElement | null, description: HTMLElement | null): void {
  if (!holder || !description) return;
  const { left, right, top, bottom } = holder.getBoundingClientRect();
  const root = document.documentElement;
  const { style, offsetHeight: height } = description;
  const fitsBelow = bottom + GAP + height <= root.clientHeight;
  style.setProperty("--start", `${root.dir === "rtl" ? root.clientWidth - right : left}px`);
  style.setProperty("--top", `${fitsBelow ? bottom + GAP : top - GAP - height}px`);
}

/** CSS bridges the gap for the pointer. */
const GAP = 6;
