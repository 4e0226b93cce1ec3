export { IMPORT_PATH, transferRoutes } from "./transfer.route";
