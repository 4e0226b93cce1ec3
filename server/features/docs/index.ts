export { DocResolver } from "./doc.resolver";
export { docsContent } from "./docs-content";
export { movedPage } from "./moved-page";
