export { FavoriteList } from "./FavoriteList";
export { OwnFavorites } from "./lazy-parts";
