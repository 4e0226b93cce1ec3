export { feedRoutes } from "./feeds.route";
