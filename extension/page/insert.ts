import { collapseSelection, selectBeforeCursor } from "./cursor";
import { isTextField } from "./editors";

/** How often an editor is looked at before it counts as not having taken the text, and the pause between: some render a task later. */
const LOOKS = 20;
const PAUSE_MS = 25;

/** Until an editor has noticed that something else is selected. Slate looks ten times a second. */
const SELECTION_PAUSE_MS = 150;

/**
 * Inserts a text at the cursor of an editor, as if it had been pasted: line breaks stay, a selection is replaced, and the editor's own undo
 * takes it back. Nothing is sent.
 * @param command what the text takes the place of, before the cursor; with an empty one, the selection
 * @returns whether the editor has taken it
 */
export async function insertText(editor: HTMLElement, text: string, command: string): Promise<boolean> {
  editor.focus();
  if (command !== "") {
    if (!selectBeforeCursor(editor, command)) return false;
    if (!isTextField(editor)) await pause(SELECTION_PAUSE_MS);
  }
  const isTaken = isTextField(editor) ? insertIntoField(editor, text) : await insertIntoRichEditor(editor, text);
  if (!isTaken && command !== "") collapseSelection(editor);
  return isTaken;
}

function insertIntoField(field: HTMLInputElement | HTMLTextAreaElement, text: string): boolean {
  const document = field.ownerDocument;
  const { value } = field;
  document.execCommand("insertText", false, text);
  if (field.value !== value && holds(field.value, text)) return true;
  // Cut off by the field's limit: half a prompt is worse than none.
  if (field.value !== value) document.execCommand("undo");
  return false;
}

/** A field of one line has no breaks. */
function holds(value: string, text: string): boolean {
  const plain = (words: string) => words.replace(/\s+/g, " ").trim();
  return plain(value).includes(plain(text));
}

/** Editors have their own models, and keep to the text of a paste: its lines become their paragraphs. */
async function insertIntoRichEditor(editor: HTMLElement, text: string): Promise<boolean> {
  const before = editor.innerHTML;
  const { DataTransfer, ClipboardEvent } = editor.ownerDocument.defaultView ?? window;
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  // Firefox leaves out clipboardData here. It takes the text under names of its own.
  const ofFirefox = { data: text, dataType: "text/plain" };
  const paste = new ClipboardEvent("paste", {
    ...ofFirefox,
    clipboardData,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  // An editor that does not handle the paste leaves it to the browser, which does nothing for one that no person made.
  if (editor.dispatchEvent(paste)) editor.ownerDocument.execCommand("insertHTML", false, toHtml(text));
  for (let look = 0; look < LOOKS; look += 1) {
    if (editor.innerHTML !== before) return true;
    await pause(PAUSE_MS);
  }
  return false;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function toHtml(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? character)
    .replace(/ (?= )/g, "\u00a0")
    .replace(/\r?\n/g, "<br>");
}
