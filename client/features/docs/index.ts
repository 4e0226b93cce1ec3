export { DocArticle } from "./DocArticle";
export { docJsonLd } from "./doc-json-ld";
