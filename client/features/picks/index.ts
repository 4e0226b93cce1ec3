export { FAVORITE_TAG, Picks } from "./Picks";
