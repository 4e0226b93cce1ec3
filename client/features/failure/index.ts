export { NotFoundDocument } from "./NotFoundDocument";
export { PageErrorBoundary } from "./PageErrorBoundary";
