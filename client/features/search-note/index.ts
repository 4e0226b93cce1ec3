export { LateSearchNote, lateSearchNote } from "./LateSearchNote";
