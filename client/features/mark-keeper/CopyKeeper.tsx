import { useEffect, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { onWish, takeWish } from "../../session/wish";
import { CopySaver } from "../own-prompt";

/** Saves the copy that a visitor wanted before they signed in. */
export function CopyKeeper() {
  const { session } = useSite();
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    const keepWish = () => {
      const wanted = session.account ? takeWish(session, "copy")?.promptId : undefined;
      if (wanted !== undefined) setId(wanted);
    };
    keepWish();
    return onWish(session, keepWish);
  }, [session]);
  return id !== null && <CopySaver id={id} onEnd={() => setId(null)} />;
}
