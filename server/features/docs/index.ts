export { DocResolver } from "./doc.resolver";
export { docStore } from "./doc.store";
