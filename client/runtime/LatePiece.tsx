import { useLingui } from "@lingui/react";
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type LatePart, loadLate } from "./late-part";

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
  const [isLoaded, setLoaded] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(-1);
  const buttons = () => [...(place.current?.querySelectorAll("button") ?? [])];
  useEffect(() => {
    loadLate(part, i18n).then(setLoaded.bind(null, true), () => null);
  }, [part, i18n]);
  useLayoutEffect(() => {
    if (isLoaded) buttons()[pressed.current]?.click();
  }, [isLoaded]);
  const press = ({ target }: MouseEvent) => {
    pressed.current = buttons().findIndex((button) => button.contains(target as Node));
  };
  return part.Component ? (
    <div ref={place} key="loaded">
      <part.Component {...props} />
    </div>
  ) : (
    <div ref={place} key="html" onClick={press} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
  );
}
