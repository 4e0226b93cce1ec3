export { ModerationQueue } from "./ModerationQueue";
