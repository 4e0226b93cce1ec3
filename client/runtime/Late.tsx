import { useLingui } from "@lingui/react";
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isModifiedClick } from "../ui/modified-click";
import { type LatePart, loadLate } from "./late-part";
import { loadOnDemand } from "./load-code";

interface LateProps<Props extends object> {
  part: LatePart<Props>;
  props: Props;
  /** Whether to load it before the reader points at it. */
  isNeeded: boolean;
  /** Called when what was pressed could not be loaded. */
  onFailure(): void;
}

/**
 * A part of a page whose HTML stands as the server has rendered it until it is needed. What the reader presses or focuses in it before
 * its code has come is pressed and focused in what takes its place.
 */
export function Late<Props extends object>({ part, props, isNeeded, onFailure }: LateProps<Props>) {
  const { i18n } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  /** Key of what was pressed last, possibly after the code has come and before it is shown. */
  const pressed = useRef("");
  /** Key of what had the focus when the code came. */
  const focused = useRef("");
  /** Whether the button has not been let go yet. */
  const isDown = useRef(false);
  const [isLoaded, setLoaded] = useState(part.Component !== undefined);
  const load = useCallback(async () => {
    await loadOnDemand(() => loadLate(part, i18n));
    focused.current = [...keysOf(place.current)].find(([, one]) => one === document.activeElement)?.[0] ?? "";
    // At once: meanwhile the focus could move on.
    flushSync(() => setLoaded(true));
  }, [part, i18n]);
  // It is tried again when something is pressed.
  const loadSilently = useCallback(() => void load().catch(() => null), [load]);
  useEffect(() => {
    // After a navigation within the site there is no HTML yet.
    if (!isLoaded && (isNeeded || !place.current?.firstChild)) loadSilently();
  }, [isLoaded, isNeeded, loadSilently]);
  useLayoutEffect(() => {
    if (!isLoaded) return;
    const controls = keysOf(place.current);
    controls.get(focused.current)?.focus({ preventScroll: true });
    const control = controls.get(pressed.current);
    if (!isDown.current) control?.click();
    // The browser makes no click of a press whose element is gone.
    else if (control) onLetGo(({ target }) => control.contains(target as Element) && control.click());
  }, [isLoaded]);
  if (isLoaded && part.Component) {
    return (
      <div ref={place} key="loaded">
        <part.Component {...props} />
      </div>
    );
  }
  const press = (event: MouseEvent<HTMLElement>) => {
    if (isModifiedClick(event)) return;
    const pressedIn = ([, one]: [string, HTMLElement]) => one.contains(event.target as Element);
    const [key = "", control] = [...keysOf(place.current)].find(pressedIn) ?? [];
    // From pressing down on: the code may come before the button is let go.
    pressed.current = key;
    if (event.type !== "click") {
      isDown.current = true;
      onLetGo(({ target, type }) => {
        isDown.current = false;
        // Who moves away before that has pressed nothing.
        if (type === "pointercancel" || !control?.contains(target as Element)) pressed.current = "";
      });
      return;
    }
    if (!control) return;
    event.preventDefault();
    load().catch(() => {
      pressed.current = "";
      if (control instanceof HTMLAnchorElement) location.assign(control.href);
      else onFailure();
    });
  };
  return (
    // React keeps the HTML of the server as it is.
    <div
      ref={place}
      key="html"
      suppressHydrationWarning
      onClick={press}
      onPointerDown={press}
      onFocus={loadSilently}
      onPointerEnter={loadSilently}
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}

function onLetGo(listener: (event: PointerEvent) => void): void {
  const stop = new AbortController();
  const once = (event: PointerEvent) => {
    stop.abort();
    listener(event);
  };
  const options = { capture: true, signal: stop.signal };
  window.addEventListener("pointerup", once, options);
  window.addEventListener("pointercancel", once, options);
}

/**
 * What can be pressed, by what it is and where: its place among the others is another one once the code has come, as members see other
 * controls than the server has rendered for everybody.
 */
function keysOf(element: HTMLElement | null): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>();
  for (const control of element?.querySelectorAll<HTMLElement>("a,button") ?? []) {
    const name = control.getAttribute("href") ?? control.getAttribute("aria-label") ?? control.textContent;
    const keyAt = (at: number) => [control.closest("article")?.id, name, at].join(" ");
    let at = 0;
    while (controls.has(keyAt(at))) at += 1;
    controls.set(keyAt(at), control);
  }
  return controls;
}
