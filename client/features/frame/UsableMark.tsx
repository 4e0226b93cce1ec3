import { useEffect } from "react";

/**
 * Marks in the browser's timeline when the page answers. It stands behind the page in the same boundary: when its effect runs,
 * those of the whole page have run.
 */
export function UsableMark() {
  useEffect(() => {
    performance.mark("usable");
  }, []);
  return null;
}
