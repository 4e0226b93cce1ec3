export { UserEntity } from "./user.entity";
export { authorLoader, userLoader } from "./user.loader";
export { toUser, type UserRow } from "./user.reader";
export { UserResolver } from "./user.resolver";
export { User } from "./user.type";
export { usernameKey, type UsernameKey, withoutSecondDot } from "./username-key";
