export { headData, unlistedHeadData } from "./head-data";
export { JsonLd } from "./JsonLd";
export { promptJsonLd, websiteJsonLd } from "./json-ld";
export { PageHead } from "./PageHead";
