import { ArgsType, Field, registerEnumType } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import type { TokenActor } from "../../platform/domain/actor";
import { LocaleEnum } from "../../platform/graphql/enums";
import { DateTime } from "../../platform/graphql/scalars";

const PASSWORD =
  "6 to 128 code points; none that is easily guessed: common passwords and words, rows of keys, and names of the account or the site, alone or nearly so.";

@ArgsType()
export class RegisterArgs {
  @Field(() => String, {
    description: "3 to 32 letters and digits of any script, `_`, `-`, and one dot between letters or digits. Public.",
  })
  username!: string;

  @Field(() => String, {
    description: "Where mails go, at most 254 characters. Private; nobody else may have registered with it.",
  })
  email!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;

  @Field(() => String, { description: "The password once more." })
  passwordConfirmation!: string;

  @Field(() => Boolean, { description: "Whether terms of service and privacy policy are agreed to. They must be." })
  acceptTerms!: boolean;

  @Field(() => LocaleEnum, { description: "The language of the mails." })
  locale!: Locale;
}

@ArgsType()
export class LoginArgs {
  @Field(() => String, { description: "The username or the e-mail address." })
  identifier!: string;

  @Field(() => String, { description: "The password." })
  password!: string;
}

@ArgsType()
export class ResetPasswordArgs {
  @Field(() => String, { description: "The code of the mail, valid once and for an hour." })
  code!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;

  @Field(() => String, { description: "The password once more." })
  passwordConfirmation!: string;
}

@ArgsType()
export class ChangePasswordArgs {
  @Field(() => String, { description: "The current password." })
  currentPassword!: string;

  @Field(() => String, { description: PASSWORD })
  password!: string;

  @Field(() => String, { description: "The new password once more." })
  passwordConfirmation!: string;

  @Field(() => Boolean, { defaultValue: true, description: "Whether API tokens end too." })
  revokeApiTokens!: boolean;
}

@ArgsType()
export class UpdateSettingsArgs {
  @Field(() => LocaleEnum, { nullable: true, description: "The language of the mails." })
  locale?: Locale | null;
}

/** Proof that an account is one's own to delete: the password, or the code; and what else goes. */
@ArgsType()
export class DeleteAccountArgs {
  @Field(() => String, { nullable: true, description: "The password; or else `code`." })
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The code that `sendDeletionCode` mailed, valid once and for an hour.",
  })
  code?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether the account's comments are deleted too. Otherwise they stay, without an author.",
  })
  deleteComments!: boolean;
}

export enum ApiTokenScope {
  READ = "READ",
  WRITE = "WRITE",
}

registerEnumType(ApiTokenScope, {
  name: "ApiTokenScope",
  description: "What an API token may do. None gives access to the account itself.",
  valuesConfig: {
    READ: { description: "Read what its owner may read." },
    WRITE: { description: "Read, and change prompts, favourites, votes and comments." },
  },
});

@ArgsType()
export class CreateApiTokenArgs {
  @Field(() => String, { description: "What its owner knows it by, 1 to 60 characters." })
  name!: string;

  @Field(() => ApiTokenScope, { description: "What it may do." })
  scope!: TokenActor["scope"];

  @Field(() => DateTime, { nullable: true, description: "When it ends; never, where it is not given." })
  expiresAt?: Date | null;
}
