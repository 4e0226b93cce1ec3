import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useSite } from "../../runtime/SiteProvider";
import { takeWish } from "../../session/wish";
import { useNotify } from "../../ui/Announcer";
import { copySaverOnDemand, type CopySaver } from "../own-prompt";

/** Saves the copy that a visitor wanted before they signed in. */
export function CopyKeeper() {
  const { t, i18n } = useLingui();
  const notify = useNotify();
  const { session } = useSite();
  const [saving, setSaving] = useState<{ Saver: CopySaver; id: string } | null>(null);
  useEffect(() => {
    const keepWish = () => {
      const id = session.account ? takeWish(session, "copy")?.promptId : undefined;
      if (id === undefined) return;
      loadOnDemand(async () => (await copySaverOnDemand()).loadCopySaver(i18n)).then(
        (Saver) => setSaving({ Saver, id }),
        () => notify({ message: t`This could not be loaded. Try again later.` }),
      );
    };
    keepWish();
    return session.subscribe(keepWish);
  }, [session, i18n, notify, t]);
  return saving && <saving.Saver id={saving.id} onEnd={() => setSaving(null)} />;
}
