import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { useNotify } from "../../ui/Announcer";
import { useFavoriteParts } from "../favorite-list";
import { marksOf } from "../marks";

/** Hosts what carries out the presses of hearts and votes, above all pages. Members load it after the page, visitors with the first press. */
export function FavoriteSlot() {
  const { t } = useLingui();
  const notify = useNotify();
  const { session } = useSite();
  const { parts, load } = useFavoriteParts();
  const { favorite, vote } = marksOf(session);
  useEffect(() => {
    const stops = [favorite, vote].map((marks) =>
      marks.onMissingKeeper(() => {
        void load().then((isLoaded) => {
          if (isLoaded) return;
          marks.giveUp();
          notify({ message: t`This could not be loaded. Try again later.` });
        });
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [favorite, vote, load, notify, t]);
  return parts && <parts.MarkKeepers />;
}
