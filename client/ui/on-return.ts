/**
 * Calls back when the member returns to the page or the network does: another device may have changed something. Once for events that
 * come together.
 */
export function onReturn(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    if (document.visibilityState === "hidden") return;
    clearTimeout(timer);
    timer = setTimeout(callback);
  };
  document.addEventListener("visibilitychange", schedule);
  window.addEventListener("focus", schedule);
  window.addEventListener("online", schedule);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", schedule);
    window.removeEventListener("focus", schedule);
    window.removeEventListener("online", schedule);
  };
}
