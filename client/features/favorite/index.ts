export { FavoriteButton } from "./FavoriteButton";
export { favoriteMarks, type FavoriteMarks } from "./favorite-marks";
