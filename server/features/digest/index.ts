export { DigestEntity, DigestLinkEntity } from "./digest.entity";
export { digestMails } from "./digest-mail-words";
export { DigestResolver } from "./digest.resolver";
export { digestContents, queueDigests, sweepDigestLinks } from "./digest.service";
export { unsubscribeRoutes } from "./unsubscribe.route";
