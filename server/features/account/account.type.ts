import { Field, ID, ObjectType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { LocaleEnum } from "../../platform/graphql/enums";
import type { TokenActor } from "../../platform/domain/actor";
import type { Problem } from "../../platform/domain/problem";
import { Access } from "../../platform/graphql/access";
import { ProblemType } from "../../platform/graphql/problem.type";
import { DateTime } from "../../platform/graphql/scalars";
import { User } from "../user";
import { ApiTokenScope } from "./account.input";

@Access("session")
@ObjectType({ simpleResolvers: true, description: "A place where the viewer is signed in." })
export class Session {
  @Field(() => ID, { description: "For `revokeSession`." })
  id!: string;

  @Field(() => Boolean, { description: "Whether it is the caller's session." })
  current!: boolean;

  @Field(() => String, { description: "What its browser called itself when it signed in." })
  userAgent!: string;

  @Field(() => DateTime, { description: "When it began." })
  createdAt!: Date;

  @Field(() => DateTime, { description: "When it was last used, to the minute." })
  lastUsedAt!: Date;
}

@Access("read")
@ObjectType({ simpleResolvers: true, description: "A key with which a program acts as the viewer." })
export class ApiToken {
  @Field(() => ID, { description: "For `revokeApiToken`. Not the token." })
  id!: string;

  @Field(() => String, { description: "What its owner knows it by." })
  name!: string;

  @Field(() => ApiTokenScope, { description: "What it may do." })
  scope!: TokenActor["scope"];

  @Field(() => DateTime, { description: "When it was made." })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: "When it ends; null: never." })
  expiresAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: "When it was last used, to the minute; null: never." })
  lastUsedAt!: Date | null;
}

@Access("session")
@ObjectType({ simpleResolvers: true, description: "An account's new address, not confirmed yet." })
export class PendingEmail {
  @Field(() => String, { description: "The new address. It takes effect when the link sent there is opened." })
  email!: string;

  @Field(() => DateTime, { description: "When the link expires, and the change with it." })
  expiresAt!: Date;
}

@Access("read")
@ObjectType({ description: "The signed-in member, with their private data." })
export class Viewer {
  @Field(() => User, { simple: true, description: "As everyone sees them." })
  user!: User;

  @Field(() => Boolean, { simple: true, description: "Whether the member keeps order, in sessions alone." })
  isModerator!: boolean;

  @Access("session")
  @Field(() => String, { simple: true, description: "Where mails go." })
  email!: string;

  @Access("session")
  @Field(() => Boolean, { simple: true, description: "Whether somebody has opened a link that was sent there." })
  emailVerified!: boolean;

  @Access("session")
  @Field(() => Boolean, {
    simple: true,
    description: "Whether the account has a password. Without one its owner gets in by a link.",
  })
  hasPassword!: boolean;

  @Access("session")
  @Field(() => LocaleEnum, { simple: true, description: "The language of the mails." })
  locale!: Locale;
}

@Access("public")
@ObjectType({
  simpleResolvers: true,
  description: "The result of signing in. The session itself is in a cookie, never here.",
})
export class SignInPayload {
  @Field(() => Viewer, { nullable: true, description: "Who is signed in now; null when there are problems." })
  viewer!: Viewer | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "The result of changing an account." })
export class ViewerPayload {
  @Field(() => Viewer, { nullable: true, description: "The account after the change; null when there are problems." })
  viewer!: Viewer | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "The result of an operation that has nothing to return." })
export class AcceptedPayload {
  @Field(() => Boolean, {
    description: "Whether it was done. For mails: whether one is sent if the account exists.",
  })
  accepted!: boolean;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "The result of allowing the browser extension to connect." })
export class ConnectCodePayload {
  @Field(() => String, {
    nullable: true,
    description:
      "The code: 8 digits and letters of Crockford's base32 (no I, L, O or U), to be shown to the member. This is the only time that it is shown.",
  })
  code!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When the code expires, unless it is used before." })
  expiresAt!: Date | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "The result of creating an API token." })
export class ApiTokenPayload {
  @Field(() => ApiToken, { nullable: true, description: "The token's description; null when there are problems." })
  apiToken!: ApiToken | null;

  @Field(() => String, { nullable: true, description: "The token itself. This is the only time that it is shown." })
  token!: string | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}
