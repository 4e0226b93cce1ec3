export { FAVORITE_TAG, Favorites } from "./Favorites";
