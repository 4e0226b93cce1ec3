/**
 * Puts a text that may still be on its way onto the clipboard. A browser takes it only close to the click, so the promise goes
 * to the clipboard at once where that is possible.
 */
export async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === "function" && navigator.clipboard?.write) {
    const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
    try {
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
      return;
    } catch (error) {
      // Older browsers want a finished text. Anything else, such as a text that did not load, shows again below.
      if (error instanceof DOMException && error.name === "AbortError") throw error;
    }
  }
  const value = await text;
  if (navigator.clipboard?.writeText) {
    try {
      await navigator.clipboard.writeText(value);
      return;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
  copyBySelection(value);
}

/** The only way on pages that are not served over https or from this machine. */
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
