export { apiLocale, siteLocale } from "./agent-site";
export { mcpRoutes } from "./mcp.route";
export { rawTextRoutes } from "./raw-text.route";
