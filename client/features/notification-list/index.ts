export { NotificationList } from "./NotificationList";
