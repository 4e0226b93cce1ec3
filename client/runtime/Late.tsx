import { useLingui } from "@lingui/react";
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
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
  /** What was pressed last: several events may ask for the code. */
  const pressed = useRef<Element | null>(null);
  const goOn = useRef(() => {});
  const [isLoaded, setLoaded] = useState(part.Component !== undefined);
  const load = useCallback(async () => {
    await loadOnDemand(() => loadLate(part, i18n));
    const indexOf = (control: Element | null) => controlsOf(place.current).findIndex((one) => one === control);
    const [toPress, toFocus] = [indexOf(pressed.current), indexOf(document.activeElement)];
    goOn.current = () => {
      const controls = controlsOf(place.current);
      controls[toFocus]?.focus({ preventScroll: true });
      controls[toPress]?.click();
    };
    setLoaded(true);
  }, [part, i18n]);
  // It is tried again when something is pressed.
  const loadSilently = useCallback(() => void load().catch(() => null), [load]);
  useEffect(() => {
    // After a navigation within the site there is no HTML yet.
    if (!isLoaded && (isNeeded || !place.current?.firstChild)) loadSilently();
  }, [isLoaded, isNeeded, loadSilently]);
  useLayoutEffect(() => {
    if (isLoaded) goOn.current();
  }, [isLoaded]);
  if (isLoaded && part.Component) {
    return (
      <div ref={place} key="loaded">
        <part.Component {...props} />
      </div>
    );
  }
  const press = (event: MouseEvent<HTMLElement>) => {
    const control = controlsOf(place.current).find((one) => one.contains(event.target as Element)) ?? null;
    if (isModifiedClick(event)) return;
    // From pressing down on: the code may come before the button is let go.
    pressed.current = control;
    if (event.type !== "click" || !control) return;
    event.preventDefault();
    load().catch(onFailure);
  };
  return (
    // React keeps the HTML of the server as it is.
    <div
      ref={place}
      key="html"
      suppressHydrationWarning
      onClick={press}
      onPointerDown={press}
      onPointerCancel={() => (pressed.current = null)}
      onFocus={loadSilently}
      onPointerEnter={loadSilently}
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}

/** What can be pressed. */
function controlsOf(element: HTMLElement | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>("a,button") ?? [])];
}
