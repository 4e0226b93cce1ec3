export { FavoriteButton } from "./FavoriteButton";
export { favoriteMarks } from "./favorite-marks";
