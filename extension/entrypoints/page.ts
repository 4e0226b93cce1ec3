import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { focusedElement, isEditor } from "../page/editors";
import { insertText } from "../page/insert";
import "../page/protocol";

/**
 * Runs in the page once a person has opened the panel there, or chosen a prompt in the picker. It remembers the editor that last had the
 * focus, because a press elsewhere on the page takes it away. It hands no text of the page to the panel.
 */
export default defineUnlistedScript(() => {
  if (globalThis.__polyprompt) return;

  let last = new WeakRef<HTMLElement>(document.body);
  /** Remembers at each question, too: the page has no event of a focus that comes into a frame. */
  const current = (): HTMLElement | undefined => {
    const focused = focusedElement(document);
    if (isEditor(focused)) last = new WeakRef(focused);
    const editor = last.deref();
    return editor?.isConnected && isEditor(editor) ? editor : undefined;
  };
  current();
  document.addEventListener("focusin", current, true);

  globalThis.__polyprompt = {
    hasEditor: () => current() !== undefined,
    async insert(text, command) {
      const editor = current();
      if (!editor) return "no field";
      return (await insertText(editor, text, command)) ? "inserted" : "refused";
    },
  };
});
