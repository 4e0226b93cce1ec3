import { useEffect, useEffectEvent } from "react";

/** Keys that are pressed anywhere in the document, whatever has the focus. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent(onKey);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.isComposing) listener(event);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
