export { mcpRoutes } from "./mcp.route";
export { rawTextRoutes } from "./raw-text.route";
