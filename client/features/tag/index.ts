export { TagChip } from "./TagChip";
export { TagPill } from "./TagPill";
