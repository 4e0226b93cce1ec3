import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useState } from "react";
import { loadOnDemand } from "../../runtime/load-code";
import { useSignedIn } from "../../session/use-signed-in";
import type { FavoriteParts } from "./load";

interface LoadedParts {
  /** Undefined until they are loaded, null if they could not be. */
  parts: FavoriteParts | null | undefined;
  /** For a visitor, or once more. @returns whether they are loaded */
  load(): Promise<boolean>;
}

/** What only members need of favourites: loaded after the page. */
export function useFavoriteParts(): LoadedParts {
  const { i18n } = useLingui();
  const signedIn = useSignedIn();
  const [parts, setParts] = useState<FavoriteParts | null>();
  const load = useCallback(
    () =>
      loadOnDemand(async () => (await import("./load")).loadFavoriteParts(i18n)).then(
        (loaded) => {
          setParts(loaded);
          return true;
        },
        () => {
          setParts(null);
          return false;
        },
      ),
    [i18n],
  );
  useEffect(() => {
    if (signedIn) void load();
  }, [signedIn, load]);
  return { parts, load };
}
