import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether an element that is cut off has more to show than fits. True until it can be measured. */
export function useOverflow<T extends HTMLElement>(active: boolean): [RefObject<T | null>, boolean] {
  const element = useRef<T>(null);
  const [overflows, setOverflows] = useState(true);
  useEffect(() => {
    const measured = element.current;
    if (!measured || !active) return;
    const observer = new ResizeObserver(() => setOverflows(measured.scrollHeight > measured.clientHeight + 1));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [active]);
  return [element, overflows];
}
