import { browser } from "wxt/browser";
import { isTextField } from "./editors";
import type { FromPicker, Greeting, ToPicker } from "./protocol";

/** Between the picker and the field, and between the picker and the edge of the window, in pixels. */
const GAP = 10;
const EDGE = 14;
const MAX_WIDTH = 480;

/**
 * How long a document of ours may take to answer once it has loaded, a matter of milliseconds. A page can forbid frames, which then load as
 * well, with nothing of ours in them.
 */
const ANSWER_MS = 10_000;

/** Nothing of the page's styles. */
const STYLE = `
  :host {
    all: initial !important;
    position: fixed !important;
    z-index: 2147483647 !important;
    overflow: hidden !important;
    border-radius: 16px !important;
    box-shadow: 0 12px 32px #0006 !important;
    opacity: var(--opacity) !important;
    inset: var(--top) auto auto var(--left) !important;
    inline-size: var(--width) !important;
    block-size: max(var(--height), 1px) !important;
  }
  :host([hidden]) { display: none !important; }
  iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }
`;

/** The types know no files. */
interface Addresses {
  getURL(path: string): string;
}

export interface PickerFrame {
  /** The element in the page. */
  host: HTMLElement;
  tell(message: ToPicker): void;
  focus(): void;
  /** Until it is done: the site may still have to hear that its prompt was used. */
  hide(): void;
  remove(): void;
}

interface PickerFrameOptions {
  editor: HTMLElement;
  secret: string;
  onMessage(message: FromPicker): void;
  /** The picker did not come. */
  onFailure(): void;
}

/** The picker over a field of the page: a document of the extension's own, which the page can neither read nor press. */
export function openPickerFrame({ editor, secret, onMessage, onFailure }: PickerFrameOptions): PickerFrame {
  const host = document.createElement("div");
  const frame = document.createElement("iframe");
  const { getURL } = browser.runtime as unknown as Addresses;
  frame.src = getURL("/picker.html");
  const root = host.attachShadow({ mode: "closed" });
  const style = document.createElement("style");
  style.textContent = STYLE;
  root.append(style, frame);

  const { port1: port, port2 } = new MessageChannel();
  let height = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = () => {
    const { width, left, top } = placeFor(editor, height);
    for (const [name, value] of Object.entries({ width, left, top, height }))
      host.style.setProperty(`--${name}`, `${value}px`);
    // Not hidden: browsers measure nothing in a frame that is.
    host.style.setProperty("--opacity", height > 0 ? "1" : "0");
  };
  port.onmessage = ({ data }: MessageEvent<FromPicker>) => {
    if (data.kind === "here") clearTimeout(timer);
    else if (data.kind === "height") {
      height = data.height;
      place();
    } else if (data.kind === "done") remove();
    else onMessage(data);
  };
  frame.addEventListener("load", () => {
    const greeting: Greeting = { secret };
    frame.contentWindow?.postMessage(greeting, new URL(getURL("/")).origin, [port2]);
    timer = setTimeout(onFailure, ANSWER_MS);
  });
  const watched = new AbortController();
  for (const event of ["scroll", "resize"])
    addEventListener(event, place, { capture: true, passive: true, signal: watched.signal });
  const resized = new ResizeObserver(place);
  resized.observe(editor);

  const hide = () => {
    clearTimeout(timer);
    watched.abort();
    resized.disconnect();
    host.hidden = true;
  };
  const remove = () => {
    hide();
    port.close();
    host.remove();
  };
  place();
  // What is outside of a dialog cannot be pressed.
  (editor.closest("dialog[open]") ?? document.documentElement).append(host);
  return {
    host,
    tell: (message) => port.postMessage(message),
    focus: () => frame.focus(),
    hide,
    remove,
  };
}

/** Above the field, at its start; below where there is no room. In pixels of the window. */
function placeFor(editor: HTMLElement, height: number): Record<"width" | "left" | "top", number> {
  const { innerWidth, innerHeight } = window;
  const field = editor.getBoundingClientRect();
  const width = Math.min(MAX_WIDTH, innerWidth - 2 * EDGE);
  const start = getComputedStyle(editor).direction === "rtl" ? field.right - width : field.left;
  const { top, bottom } = lineOf(editor, field);
  const above = top - GAP - height;
  const below = bottom + GAP;
  const fits = above >= EDGE ? above : below;
  return {
    width,
    left: Math.max(EDGE, Math.min(start, innerWidth - EDGE - width)),
    top: Math.max(EDGE, Math.min(fits, innerHeight - EDGE - height)),
  };
}

/** The field; of a high editor, which may be the whole page, the line with the cursor. */
function lineOf(editor: HTMLElement, field: DOMRect): DOMRect {
  if (isTextField(editor) || field.height < innerHeight / 2) return field;
  const selection = editor.ownerDocument.getSelection();
  return selection && selection.rangeCount > 0 ? selection.getRangeAt(0).getBoundingClientRect() : field;
}
