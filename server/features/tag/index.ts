export { TagEntity, TagTextEntity } from "./tag.entity";
export { TagResolver } from "./tag.resolver";
export { forgetTags, tagStore, type TagStore } from "./tag.store";
export { Tag } from "./tag.type";
