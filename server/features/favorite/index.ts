export { FavoriteEntity } from "./favorite.entity";
export { FavoriteConnectionResolver, FavoriteResolver, ViewerFavoritesResolver } from "./favorite.resolver";
export { appendFavorites, readFavoriteNumbers } from "./favorite.service";
