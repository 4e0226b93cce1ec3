export { AnnouncementBar } from "./AnnouncementBar";
export { ANNOUNCEMENT_SCRIPT } from "./dismissal";
