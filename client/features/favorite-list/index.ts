export { FavoriteList, FavoriteListFrame } from "./FavoriteList";
export { useFavoriteParts } from "./use-favorite-parts";
