import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { useNotify } from "../../ui/Announcer";
import { favoriteMarks } from "../favorite";
import { useFavoriteParts } from "../favorite-list";

/** Hosts what carries out the presses of hearts, above all pages. Members load it after the page, visitors with the first press. */
export function FavoriteSlot() {
  const { t } = useLingui();
  const notify = useNotify();
  const { session } = useSite();
  const { parts, load } = useFavoriteParts();
  const marks = favoriteMarks(session);
  useEffect(
    () =>
      marks.onMissingKeeper(() => {
        void load().then((isLoaded) => {
          if (isLoaded) return;
          marks.giveUp();
          notify({ message: t`This could not be loaded. Try again later.` });
        });
      }),
    [marks, load, notify, t],
  );
  return parts && <parts.FavoriteKeeper />;
}
