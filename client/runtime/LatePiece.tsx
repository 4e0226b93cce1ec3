import { useLingui } from "@lingui/react";
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type LatePart, loadLate } from "./late-part";

/** Within this time after a button was let go, its click has come. */
const CLICK_MS = 100;

interface LatePieceProps<Props extends object> {
  part: LatePart<Props>;
  props: Props;
}

/**
 * A part of a page whose code is loaded as soon as it is there. Until then it stands as the server has rendered it; if it does not come, too.
 * A button that is pressed meanwhile is pressed once the code has come.
 */
export function LatePiece<Props extends object>({ part, props }: LatePieceProps<Props>) {
  const { i18n } = useLingui();
  const [isLoaded, setLoaded] = useState(part.Component !== undefined);
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(-1);
  const letGo = useRef(Promise.resolve());
  const buttons = () => [...(place.current?.querySelectorAll("button") ?? [])];
  useEffect(() => {
    loadLate(part, i18n)
      .then(() => letGo.current)
      .then(
        () => flushSync(() => setLoaded(true)),
        () => null,
      );
  }, [part, i18n]);
  useLayoutEffect(() => {
    if (isLoaded) buttons()[pressed.current]?.click();
  }, [isLoaded]);
  const press = ({ target }: MouseEvent) => {
    pressed.current = buttons().findIndex((button) => button.contains(target as Node));
  };
  // The browser makes no click of a press whose element is gone when it ends; a tap's click comes a little after that.
  const hold = () => {
    letGo.current = new Promise((resolve) => {
      const end = () => setTimeout(resolve, CLICK_MS);
      for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, end, { once: true });
    });
  };
  return isLoaded && part.Component ? (
    <div ref={place} key="loaded">
      <part.Component {...props} />
    </div>
  ) : (
    <div
      ref={place}
      key="html"
      onPointerDown={hold}
      onClick={press}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}
