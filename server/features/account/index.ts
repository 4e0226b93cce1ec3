export { AccountEntity } from "./account.entity";
export { accountMails } from "./account-mail-words";
export { AccountResolver } from "./account.resolver";
export { authenticate, authRoutes } from "./authentication";
export { rotateSigningKey } from "./signing-keys";
export { ApiTokenEntity, OneTimeCodeEntity, SessionEntity, SigningKeyEntity } from "./session.entity";
export { sweepAccounts } from "./sweep";
