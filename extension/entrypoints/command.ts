import { browser } from "wxt/browser";
import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { copyText } from "../page/clipboard";
import { textBeforeCursor } from "../page/cursor";
import { focusedElement, isEditor } from "../page/editors";
import { openPickerFrame, type PickerFrame } from "../page/picker-frame";
import type { FromPicker, InsertMessage, Insertion } from "../page/protocol";
import { readPicker, sitePattern } from "../picker/sites";

declare global {
  /** In the extension's world, which the page does not see. */
  var __polypromptCommand: true | undefined;
}

/** The text before the cursor with a slash at the start of its last word. Japanese keyboards have a wide slash. */
const COMMAND = /(?:^|\s)([/／][^\s/／]*)$/;

const ENDS_WORD: ReadonlySet<string> = new Set([" ", "Enter", "Escape", "Tab", "Backspace"]);

interface Open {
  editor: HTMLElement;
  /** Where the slash stands, from the start of the text before the cursor. */
  start: number;
  /** From the slash to the cursor. */
  command: string;
  frame: PickerFrame;
  /** Nothing that happens to the field ends the picker then. */
  isInserting: boolean;
}

/**
 * Runs in the pages of sites that a person has allowed. A slash at the start of a word opens the picker, and the words behind it are its
 * search. Of what stands in the page it reads those words alone, and hands them to nobody but the picker.
 */
export default defineUnlistedScript(() => {
  if (globalThis.__polypromptCommand) return;
  globalThis.__polypromptCommand = true;

  /** A slash was typed, in the word that is being typed. Editors show it later, some of them after the next letter. */
  let hasTyped = false;
  let open: Open | null = null;
  /** Keys that the page must not hear of when they are released, either. */
  const swallowed = new Set<string>();

  const close = () => {
    open?.frame.remove();
    open = null;
  };

  const begin = async (editor: HTMLElement, start: number) => {
    // A script of an extension that was updated or removed stays in its page.
    if (!(browser.runtime.id as string | undefined)) return;
    const { sites, secret } = await readPicker();
    const command = commandIn(editor, start);
    if (open || command === null || !sites.includes(sitePattern(location.href) ?? "")) return;
    const frame = openPickerFrame({ editor, secret, onMessage, onFailure: close });
    open = { editor, start, command, frame, isInserting: false };
    frame.tell({ kind: "command", command });
  };

  const look = () => {
    const focused = focusedElement(document);
    if (open) {
      if (open.isInserting || focused === open.frame.host) return;
      const command = focused === open.editor ? commandIn(open.editor, open.start) : null;
      if (command === null) {
        close();
        return;
      }
      if (command === open.command) return;
      open.command = command;
      open.frame.tell({ kind: "command", command });
    } else if (hasTyped && isEditor(focused)) {
      const before = textBeforeCursor(focused);
      const [, command] = COMMAND.exec(before) ?? [];
      if (command === undefined) return;
      hasTyped = false;
      void begin(focused, before.length - command.length);
    }
  };

  const insert = async (of: Open, text: string) => {
    const isPickerFocused = focusedElement(document) === of.frame.host;
    of.isInserting = true;
    of.editor.focus();
    const message: InsertMessage = { insert: text, command: of.command };
    const insertion = await browser.runtime.sendMessage<InsertMessage, Insertion | "no access">(message);
    if (insertion === "inserted") {
      of.frame.hide();
      open = null;
      of.frame.tell({ kind: "delivered", delivered: insertion });
      return;
    }
    // Here, and not in the picker: the keys are pressed in the page, and browsers let nobody else write to the clipboard.
    const delivered = await copyText(text, insertion);
    if (isPickerFocused) of.frame.focus();
    of.isInserting = false;
    of.frame.tell({ kind: "delivered", delivered });
  };

  const onMessage = (message: FromPicker) => {
    if (!open) return;
    const { editor, frame } = open;
    if (message.kind === "insert" && !open.isInserting) void insert(open, message.text);
    if (message.kind === "focus") (message.where === "picker" ? frame : editor).focus();
    if (message.kind === "close") {
      close();
      editor.focus();
    }
  };

  const swallow = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing, isTrusted } = event;
    if (!isTrusted || isComposing) return;
    if (!open) {
      if (isSlash(key)) hasTyped = true;
      else if (ENDS_WORD.has(key)) hasTyped = false;
      return;
    }
    if (focusedElement(document) !== open.editor) return;
    if (key === "Escape") close();
    else if ((key === "ArrowDown" || key === "ArrowUp" || key === "Enter") && !shiftKey && !altKey)
      open.frame.tell({ kind: "key", key, isCommand: ctrlKey || metaKey });
    else return;
    swallow(event);
    swallowed.add(key);
  };

  addEventListener("keydown", onKeyDown, true);
  addEventListener("keyup", (event) => swallowed.delete(event.key) && swallow(event), true);
  addEventListener(
    "beforeinput",
    ({ data, isTrusted }) => {
      if (isTrusted && isSlash(data)) hasTyped = true;
    },
    true,
  );
  addEventListener("input", look, true);
  document.addEventListener("selectionchange", look, true);
  addEventListener("focusin", look, true);
  addEventListener("pointerdown", ({ target }) => open && target !== open.frame.host && close(), true);
});

function isSlash(words: string | null): boolean {
  return words === "/" || words === "／";
}

/** What stands in the field from the slash to the cursor; null once it is no command: the slash is gone, a space or a line break follows. */
function commandIn(editor: HTMLElement, start: number): string | null {
  const command = textBeforeCursor(editor).slice(start);
  return /^[/／](?:\S.*)?$/.test(command) ? command : null;
}
