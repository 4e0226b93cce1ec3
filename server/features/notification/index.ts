export { NotificationEntity, type NotificationKind } from "./notification.entity";
export { NotificationResolver, ViewerNotificationsResolver } from "./notification.resolver";
export { isThere } from "./notification.reader";
export { sweepNotifications } from "./notification.service";
