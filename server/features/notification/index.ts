export { NotificationEntity } from "./notification.entity";
export { NotificationResolver, ViewerNotificationsResolver } from "./notification.resolver";
export { sweepNotifications } from "./notification.service";
