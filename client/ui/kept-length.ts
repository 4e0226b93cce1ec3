/** Where the router keeps how far each entry of the history was scrolled, by the entry's key, while another document is shown. */
const SCROLL_KEY = "react-router-scroll-positions";

interface KeptLength {
  /** Of the entry of the history. */
  key: string;
  /** How many rows are shown. */
  count: number;
  hasMore: boolean;
  /** Loads more rows. @param size how many, or more than one request may ask for */
  load(size: number): void;
}

let isLoadingAgain = false;
let hasMoved = false;

/**
 * Keeps how far a list was loaded, with its entry of the history. Once its page is loaded anew, the same rows are loaded again, and the
 * page is scrolled to where it was. Call it whenever other rows are shown.
 */
export function keepLength({ key, count, hasMore, load }: KeptLength): void {
  const kept = keptLength();
  if (count < kept && hasMore) {
    if (!isLoadingAgain) watchReader();
    isLoadingAgain = true;
    load(kept - count);
    return;
  }
  if (isLoadingAgain && !hasMoved) scrollBack(key);
  isLoadingAgain = false;
  if (count > kept) history.replaceState({ ...(history.state as object | null), shown: count }, "");
}

function keptLength(): number {
  const { shown } = (history.state ?? {}) as { shown?: unknown };
  return typeof shown === "number" ? shown : 0;
}

/** Readers who have moved on meanwhile stay where they are. */
function watchReader(): void {
  hasMoved = false;
  for (const type of ["wheel", "touchmove", "keydown", "pointerdown"])
    window.addEventListener(type, () => (hasMoved = true), { once: true, passive: true });
}

function scrollBack(key: string): void {
  try {
    const places = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? "{}") as Record<string, number>;
    window.scrollTo(0, places[key] ?? window.scrollY);
  } catch {
    // Strict settings deny the storage.
  }
}
