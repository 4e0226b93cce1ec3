export { BELL } from "./bell";
export { NotificationBell } from "./NotificationBell";
