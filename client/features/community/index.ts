export { CommunityAside } from "./CommunityAside";
export { CommunityRow } from "./CommunityRow";
export { LanguageFilter } from "./LanguageFilter";
