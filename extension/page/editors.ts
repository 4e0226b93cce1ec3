/** Input types that hold free text. Passwords, numbers and dates are none of ours. */
const TEXT_TYPES: ReadonlySet<string> = new Set(["text", "search", "url", "email", "tel"]);

/**
 * The element that has the focus, looked for within open shadow roots and frames of the same origin. Of a closed root its host, of another
 * origin's frame the frame.
 */
export function focusedElement(root: Document | ShadowRoot): Element | null {
  const focused = root.activeElement;
  const inside = focused && (focused.shadowRoot ?? frameDocument(focused));
  return inside ? (focusedElement(inside) ?? focused) : focused;
}

function frameDocument(element: Element): Document | null {
  return element.localName === "iframe" ? (element as HTMLIFrameElement).contentDocument : null;
}

export function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element.localName === "textarea" ||
    (element.localName === "input" && TEXT_TYPES.has((element as HTMLInputElement).type))
  );
}

/** Whether text can be typed into it. An element of a frame is no instance of this window's classes. */
export function isEditor(element: Element | null): element is HTMLElement {
  if (element === null) return false;
  if (isTextField(element)) return !element.readOnly && !element.disabled;
  return "isContentEditable" in element && element.isContentEditable === true;
}
