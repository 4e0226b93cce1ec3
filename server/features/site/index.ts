export { AnnouncementResolver, SiteResolver } from "./site.resolver";
