import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

interface Description {
  open: boolean;
  holder: RefObject<HTMLSpanElement | null>;
  description: RefObject<HTMLSpanElement | null>;
  /** For the element that holds both what is described and the description, so that the pointer can move from one to the other. */
  events: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onFocus(event: { target: Element }): void;
    onBlur(): void;
  };
}

/** A description that shows while it or what it describes is pointed at or focused, until Escape is pressed (WCAG 1.4.13). */
export function useDescription(): Description {
  const holder = useRef<HTMLSpanElement>(null);
  const description = useRef<HTMLSpanElement>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const open = (pointed || focused) && !dismissed;

  // What the reader chooses moves the pills: every rendering may have.
  useLayoutEffect(() => {
    if (open) place(holder.current, description.current);
  });
  useEffect(() => {
    if (!open) return;
    const follow = () => place(holder.current, description.current);
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The same key would empty a search field.
      event.preventDefault();
      setDismissed(true);
    };
    // Scrolling does not bubble: the line of pills scrolls by itself.
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    window.addEventListener("keydown", dismiss, { capture: true });
    return () => {
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
      window.removeEventListener("keydown", dismiss, { capture: true });
    };
  }, [open]);

  return {
    open,
    holder,
    description,
    events: {
      onPointerEnter: () => {
        setPointed(true);
        setDismissed(false);
      },
      onPointerLeave: () => setPointed(false),
      // A click focuses too, and what was clicked is known.
      onFocus: ({ target }) => {
        if (!target.matches(":focus-visible")) return;
        setFocused(true);
        setDismissed(false);
      },
      onBlur: () => setFocused(false),
    },
  };
}

/** Below the holder, or above it where the window ends; the style sheet keeps it off the window's sides. */
function place(holder: HTMLElement | null, description: HTMLElement | null): void {
  if (!holder || !description) return;
  const { left, right, top, bottom } = holder.getBoundingClientRect();
  const { clientWidth, clientHeight, dir } = document.documentElement;
  const { style, offsetHeight: height } = description;
  const fitsBelow = bottom + GAP + height <= clientHeight || top - GAP - height < 0;
  style.setProperty("--start", `${dir === "rtl" ? clientWidth - right : left}px`);
  style.setProperty("--top", `${fitsBelow ? bottom + GAP : top - GAP - height}px`);
}

/** The style sheet bridges it for the pointer. */
const GAP = 6;
