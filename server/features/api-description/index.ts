export { apiDescriptionRoutes } from "./api-description.route";
