import { defaultKeymap, history as codeMirrorHistory, historyKeymap } from "@codemirror/commands";
import { EditorView as CodeMirror, keymap as codeMirrorKeymap } from "@codemirror/view";
import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import { registerRichText } from "@lexical/rich-text";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  createEditor as createLexical,
  HISTORY_MERGE_TAG,
} from "lexical";
import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { history as proseMirrorHistory, redo, undo } from "prosemirror-history";
import { keymap as proseMirrorKeymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { type Command, EditorState, TextSelection } from "prosemirror-state";
import { EditorView as ProseMirror } from "prosemirror-view";
import proseMirrorStyles from "prosemirror-view/style/prosemirror.css?inline";
import Quill from "quill";
import quillStyles from "quill/dist/quill.core.css?inline";
import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createEditor as createSlate, Node as SlateNode, Transforms } from "slate";
import { withHistory } from "slate-history";
import { Editable, ReactEditor, Slate, withReact } from "slate-react";
import type { EditorName } from "./server";

declare global {
  interface Window {
    /** How often the form would have been sent, also the form of a frame. */
    sent: number;
    /** The text as the editor itself knows it, with "\n" between lines. */
    textOf(): string;
  }
}

interface Start {
  text: string;
  from: number;
  to: number;
}

/** Puts an editor that begins so, and has the focus, into the form. What it returns tells the editor's text. */
type Mount = (form: HTMLFormElement, start: Start) => Window["textOf"];

/** Editors undo as one what happens within half a second or so: here, changes that touch, however slow the machine is. */
const ONE_STEP = Infinity;

const EDITORS: Record<EditorName, Mount> = {
  textarea: (form, start) => mountField(form, document.createElement("textarea"), start),
  input: (form, start) => mountField(form, document.createElement("input"), start),
  "react-textarea": mountReactTextarea,
  contenteditable: mountContentEditable,
  prosemirror: mountProseMirror,
  lexical: mountLexical,
  slate: mountSlate,
  codemirror: mountCodeMirror,
  quill: mountQuill,
  shadow: mountShadow,
  frame: mountFrame,
  readonly: (form, start) =>
    mountField(form, Object.assign(document.createElement("textarea"), { readOnly: true }), start),
  password: (form, start) =>
    mountField(form, Object.assign(document.createElement("input"), { type: "password" }), start),
  limited: (form, start) =>
    mountField(form, Object.assign(document.createElement("textarea"), { maxLength: 20 }), start),
  none: () => () => "",
};

function mountField(
  parent: ParentNode,
  field: HTMLInputElement | HTMLTextAreaElement,
  { text, from, to }: Start,
): Window["textOf"] {
  field.value = text;
  parent.append(field);
  field.focus();
  field.setSelectionRange(from, to);
  return () => field.value;
}

/** A custom element with an open shadow root. */
function mountShadow(form: HTMLFormElement, start: Start): Window["textOf"] {
  customElements.define("text-box", class extends HTMLElement {});
  const box = document.createElement("text-box");
  form.append(box);
  return mountField(box.attachShadow({ mode: "open" }), document.createElement("textarea"), start);
}

/** The page of the textarea in a frame of the same origin. It takes the focus itself. */
function mountFrame(form: HTMLFormElement): Window["textOf"] {
  const frame = document.createElement("iframe");
  frame.src = `/textarea${location.search}`;
  form.append(frame);
  return () => frame.contentWindow?.textOf() ?? "";
}

function mountContentEditable(form: HTMLFormElement, { text, from, to }: Start): Window["textOf"] {
  const editor = document.createElement("div");
  editor.contentEditable = "true";
  editor.textContent = text;
  form.append(editor);
  editor.focus();
  const place = editor.firstChild ?? editor;
  getSelection()?.setBaseAndExtent(place, from, place, to);
  return () => editor.innerText;
}

/** A controlled one: React puts the text that it knows back in place of any other. */
function mountReactTextarea(form: HTMLFormElement, start: Start): Window["textOf"] {
  let known = "";
  const note = (text: string) => {
    known = text;
  };
  flushSync(() => createRoot(form).render(<ReactTextarea start={start} onText={note} />));
  return () => known;
}

function ReactTextarea({ start, onText }: { start: Start; onText: (text: string) => void }) {
  const [text, setText] = useState(start.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(start.from, start.to);
  }, [start]);
  useLayoutEffect(() => onText(text), [onText, text]);
  return <textarea ref={field} value={text} onChange={(event) => setText(event.target.value)} />;
}

function mountProseMirror(form: HTMLFormElement, { text, from, to }: Start): Window["textOf"] {
  addStyles(proseMirrorStyles);
  const breakLine: Command = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(schema.node("hard_break")).scrollIntoView());
    return true;
  };
  const doc = schema.node("doc", null, schema.node("paragraph", null, text ? schema.text(text) : undefined));
  const view = new ProseMirror(form, {
    state: EditorState.create({
      doc,
      // The text begins within the paragraph, which begins at 0.
      selection: TextSelection.create(doc, from + 1, to + 1),
      plugins: [
        proseMirrorHistory({ newGroupDelay: ONE_STEP }),
        proseMirrorKeymap({
          "Mod-z": undo,
          "Mod-y": redo,
          "Shift-Mod-z": redo,
          "Shift-Enter": chainCommands(exitCode, breakLine),
        }),
        proseMirrorKeymap(baseKeymap),
      ],
    }),
  });
  view.focus();
  return () => view.state.doc.textBetween(0, view.state.doc.content.size, "\n", "\n");
}

function mountLexical(form: HTMLFormElement, { text, from, to }: Start): Window["textOf"] {
  const root = document.createElement("div");
  root.contentEditable = "true";
  form.append(root);
  const editor = createLexical({
    onError(error) {
      throw error;
    },
  });
  editor.setRootElement(root);
  registerRichText(editor);
  registerHistory(editor, createEmptyHistoryState(), ONE_STEP);
  root.focus();
  const write = () => {
    const paragraph = $createParagraphNode();
    $getRoot().clear().append(paragraph);
    if (text === "") {
      paragraph.select();
      return;
    }
    const node = $createTextNode(text);
    paragraph.append(node);
    node.select(from, to);
  };
  // The history begins with this text: without the tag, undoing would take it away.
  editor.update(write, { discrete: true, tag: HISTORY_MERGE_TAG });
  // The text of the root has an empty line between paragraphs.
  const read = () =>
    $getRoot()
      .getChildren()
      .map((paragraph) => paragraph.getTextContent());
  return () => editor.getEditorState().read(read).join("\n");
}

function mountSlate(form: HTMLFormElement, { text, from, to }: Start): Window["textOf"] {
  const editor = withHistory(withReact(createSlate()));
  flushSync(() =>
    createRoot(form).render(
      <Slate editor={editor} initialValue={[{ children: [{ text }] }]}>
        <Editable />
      </Slate>,
    ),
  );
  const path = [0, 0];
  Transforms.select(editor, { anchor: { path, offset: from }, focus: { path, offset: to } });
  // Slate takes the focus once it has noted the selection, which it does in a microtask.
  queueMicrotask(() => ReactEditor.focus(editor));
  return () => editor.children.map((block) => SlateNode.string(block)).join("\n");
}

function mountCodeMirror(form: HTMLFormElement, { text, from, to }: Start): Window["textOf"] {
  const view = new CodeMirror({
    parent: form,
    doc: text,
    extensions: [
      codeMirrorHistory({ newGroupDelay: ONE_STEP }),
      codeMirrorKeymap.of([...defaultKeymap, ...historyKeymap]),
    ],
  });
  view.dispatch({ selection: { anchor: from, head: to } });
  view.focus();
  return () => view.state.doc.toString();
}

function mountQuill(form: HTMLFormElement, { text, from, to }: Start): Window["textOf"] {
  addStyles(quillStyles);
  const container = document.createElement("div");
  form.append(container);
  const quill = new Quill(container, { modules: { history: { delay: ONE_STEP } } });
  quill.setText(text, Quill.sources.SILENT);
  quill.history.clear();
  quill.focus();
  quill.setSelection(from, to - from);
  // Its document always ends with a line break.
  return () => quill.getText().replace(/\n$/, "");
}

function addStyles(styles: string): void {
  const element = document.createElement("style");
  element.textContent = styles;
  document.head.append(element);
}

function readStart(): Start {
  const parameters = new URLSearchParams(location.search);
  const own = parameters.get("text");
  const text = own ?? "Before after";
  const from = Number(parameters.get("from") ?? (own === null ? "Before ".length : text.length));
  return { text, from, to: Number(parameters.get("to") ?? from) };
}

function countSending(form: HTMLFormElement): void {
  window.sent = 0;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // The page that contains the frame counts for it.
    (window.top ?? window).sent += 1;
  });
}

const form = document.forms[0];
if (!form) throw new Error("The page has no form.");
countSending(form);
window.textOf = EDITORS[document.body.dataset.editor as EditorName](form, readStart());
