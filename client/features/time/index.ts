export { TimeAgo } from "./TimeAgo";
