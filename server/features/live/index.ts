export { LiveResolver } from "./live.resolver";
