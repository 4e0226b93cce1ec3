import { type ReactNode, useEffect, useRef } from "react";

interface DisclosureProps {
  label: ReactNode;
  /** The accessible name, if the label is not enough. */
  name?: string;
  className?: string | undefined;
  summaryClassName?: string | undefined;
  children: ReactNode;
}

/** Closes the menu that an element is in, and returns the focus to what opened it. */
export function closeMenu(element: Element): void {
  const details = element.closest("details");
  details?.querySelector("summary")?.focus();
  details?.removeAttribute("open");
}

/** A menu that opens without scripts; with them, Escape and a click outside close it. */
export function Disclosure({ label, name, className, summaryClassName, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        element.querySelector("summary")?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) {
        return;
      }
      element.open = false;
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, []);
  return (
    <details ref={details} className={className}>
      <summary className={summaryClassName} aria-label={name}>
        {label}
      </summary>
      {children}
    </details>
  );
}
