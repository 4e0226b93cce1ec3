export { ModerationLog } from "./ModerationLog";
export { ModerationQueue } from "./ModerationQueue";
