export { transferRoutes } from "./transfer.route";
