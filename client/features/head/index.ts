export { headData, unlistedHeadData } from "./head-data";
export { websiteJsonLd } from "./json-ld";
export { promptJsonLd } from "./prompt-json-ld";
export { JsonLd, PageHead } from "./PageHead";
