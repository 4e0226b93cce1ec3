import type { I18n } from "@lingui/core";
import { accountCatalog } from "../account";
import { MarkKeepers } from "../mark-keeper";
import { OwnFavorites } from "./OwnFavorites";

export interface FavoriteParts {
  MarkKeepers: typeof MarkKeepers;
  OwnFavorites: typeof OwnFavorites;
}

/** Loads what only members need of favourites outside their page, with its messages. */
export async function loadFavoriteParts(i18n: I18n): Promise<FavoriteParts> {
  await accountCatalog.add(i18n);
  return { MarkKeepers, OwnFavorites };
}
