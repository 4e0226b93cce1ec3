/** How slowly a file may arrive or be read. */
export interface Pace {
  /** How long nothing at all may happen, in ms. */
  patienceMs: number;
  /** On the whole, after the first patience. */
  bytesPerMs: number;
}

const CHECKS_PER_PATIENCE = 10;

/**
 * Cuts a transfer that is too slow: it holds a file on the disk.
 * @param moved how many bytes have been moved so far
 * @returns a function that ends the watch
 */
export function demandPace({ patienceMs, bytesPerMs }: Pace, moved: () => number, cut: () => void): () => void {
  const begin = performance.now();
  let last = { bytes: moved(), at: begin };
  const timer = setInterval(() => {
    const [bytes, at] = [moved(), performance.now()];
    if (bytes > last.bytes) last = { bytes, at };
    if (at - last.at < patienceMs && bytes >= (at - begin - patienceMs) * bytesPerMs) return;
    clearInterval(timer);
    cut();
  }, patienceMs / CHECKS_PER_PATIENCE);
  return () => clearInterval(timer);
}
