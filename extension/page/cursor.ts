import { isTextField } from "./editors";

/** Characters without width, by which editors hold empty lines open. */
const FILLING = /[\u200B\uFEFF]/g;

/** The text before the cursor, in a rich editor that of its piece of text alone; empty where something is selected. */
export function textBeforeCursor(editor: HTMLElement): string {
  if (isTextField(editor)) {
    const { value, selectionStart, selectionEnd } = editor;
    return selectionStart !== null && selectionStart === selectionEnd ? value.slice(0, selectionStart) : "";
  }
  const cursor = cursorIn(editor);
  return cursor ? cursor.node.data.slice(0, cursor.offset).replace(FILLING, "") : "";
}

/** Selects the text before the cursor, if it ends with these words. @returns whether it does */
export function selectBeforeCursor(editor: HTMLElement, words: string): boolean {
  if (!textBeforeCursor(editor).endsWith(words)) return false;
  if (isTextField(editor)) {
    const end = editor.selectionStart ?? 0;
    editor.setSelectionRange(end - words.length, end);
    return true;
  }
  const cursor = cursorIn(editor);
  if (!cursor) return false;
  const { node, offset } = cursor;
  selectionOf(editor)?.setBaseAndExtent(node, offset - words.length, node, offset);
  return true;
}

/** Puts the cursor at the end of the selection. */
export function collapseSelection(editor: HTMLElement): void {
  if (isTextField(editor)) editor.setSelectionRange(editor.selectionEnd, editor.selectionEnd);
  else selectionOf(editor)?.collapseToEnd();
}

function cursorIn(editor: HTMLElement): { node: Text; offset: number } | null {
  const selection = selectionOf(editor);
  const node = selection?.anchorNode;
  if (!selection?.isCollapsed || node?.nodeType !== Node.TEXT_NODE || !editor.contains(node)) return null;
  return { node: node as Text, offset: selection.anchorOffset };
}

/** Chrome keeps the selection within a shadow root apart. */
interface RootOfChrome {
  getSelection?(): Selection | null;
}

function selectionOf(editor: HTMLElement): Selection | null {
  const root = editor.getRootNode() as RootOfChrome;
  return root.getSelection ? root.getSelection() : editor.ownerDocument.getSelection();
}
