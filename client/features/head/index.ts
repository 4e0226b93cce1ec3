export { headData, unlistedHeadData } from "./head-data";
export { promptJsonLd, websiteJsonLd } from "./json-ld";
export { JsonLd, PageHead } from "./PageHead";
