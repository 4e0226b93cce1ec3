export { FailureAdvice } from "./FailureAdvice";
export { NotFoundDocument } from "./NotFoundDocument";
export { PageErrorBoundary } from "./PageErrorBoundary";
