import { useLingui } from "@lingui/react";
import { useEffect, useState } from "react";
import { type LatePart, loadLate } from "./late-part";

interface LatePieceProps<Props extends object> {
  part: LatePart<Props>;
  props: Props;
}

/** A part of a page whose code is loaded as soon as it is there. Until then it stands as the server has rendered it; if it does not come, too. */
export function LatePiece<Props extends object>({ part, props }: LatePieceProps<Props>) {
  const { i18n } = useLingui();
  const [, setLoaded] = useState(false);
  useEffect(() => {
    loadLate(part, i18n).then(setLoaded.bind(null, true), () => null);
  }, [part, i18n]);
  return part.Component ? (
    <div key="loaded">
      <part.Component {...props} />
    </div>
  ) : (
    <div key="html" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
  );
}
