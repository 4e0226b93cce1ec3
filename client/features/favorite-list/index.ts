export { FavoriteList } from "./FavoriteList";
export { useFavoriteParts } from "./use-favorite-parts";
