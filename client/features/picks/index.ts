export { FAVORITE_TAG, News, Picks } from "./Picks";
