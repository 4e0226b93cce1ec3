export { NotFound } from "./NotFound";
