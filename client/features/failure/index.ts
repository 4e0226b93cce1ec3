export { FailureWords } from "./FailureWords";
export { NotFoundDocument } from "./NotFoundDocument";
export { PageErrorBoundary } from "./PageErrorBoundary";
