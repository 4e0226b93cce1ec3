export { mcpRoutes } from "./mcp.route";
