export { type AskedGrounds, GroundsDialog } from "./GroundsDialog";
export { ModerationLog } from "./ModerationLog";
export { ModerationQueue } from "./ModerationQueue";
