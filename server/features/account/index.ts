export { AccountEntity } from "./account.entity";
export { accountMails } from "./account-mail-words";
export { authenticate, authRoutes } from "./authentication.route";
export { SettingsResolver } from "./settings.resolver";
export { SignInResolver } from "./sign-in.resolver";
export { ViewerResolver } from "./viewer.resolver";
export { rotateSigningKey } from "./signing-keys";
export { ApiTokenEntity, OneTimeCodeEntity, SessionEntity, SigningKeyEntity } from "./session.entity";
export { sweepAccounts } from "./sweep";
