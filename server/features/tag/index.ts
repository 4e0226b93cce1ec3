export { TagEntity, TagTextEntity } from "./tag.entity";
export { TagResolver } from "./tag.resolver";
export { clearTagCache, tagStore, type TagStore, tagText } from "./tag.store";
export { Tag } from "./tag.type";
