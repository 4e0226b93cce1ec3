export { TagChip } from "./TagChip";
export { TagFilterContext } from "./tag-filter";
export { type TagCounts, TagPill } from "./TagPill";
export { TagDot } from "./TagDot";
export { TagMarks } from "./TagMarks";
