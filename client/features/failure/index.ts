export { PageErrorBoundary } from "./PageErrorBoundary";
