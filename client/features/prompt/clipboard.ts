/**
 * Copies a text that may still be loading. Browsers allow it only shortly after a click, so the promise is passed to the clipboard
 * at once where supported.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  // Despite its type, the clipboard exists only in secure contexts.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined;
  if ("ClipboardItem" in window && clipboard?.write) {
    const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
    try {
      await clipboard.write([new ClipboardItem({ "text/plain": blob })]);
      return;
    } catch (error) {
      // Older browsers reject promises. Other errors, such as a text that failed to load, occur again below.
      if (error instanceof DOMException && error.name === "AbortError") throw error;
    }
  }
  const value = await text;
  if (clipboard?.writeText) {
    try {
      await clipboard.writeText(value);
      return;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
  copyBySelection(value);
}

/** The legacy way, for pages without a clipboard. */
function copyBySelection(value: string): void {
  const area = document.createElement("textarea");
  area.value = value;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("The browser did not allow copying.");
}
