import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import { LoginArgs, RegisterArgs, ResetPasswordArgs } from "./account.input";
import { AcceptedPayload, SignInPayload } from "./account.type";
import { stopEmailChange } from "./email-change.service";
import { User } from "../user";
import { acceptedPayload, acceptedPayloadWithSession, signInPayload, toViewer } from "./account.payload";
import { LIMITED } from "./limit-words";
import { confirmationLinkWorks, resetPassword, verifyEmail, verifyEmailWithNewPassword } from "./recovery.service";
import { register } from "./registration.service";
import { login, loginLinkOwner, loginWithLink, logout, requestPasswordReset, sendLoginLink } from "./sign-in.service";

/** Registration, sign-in and account recovery. */
@Resolver()
export class SignInResolver {
  @Access("public")
  @Mutation(() => SignInPayload, {
    description: `Creates an account, signs in, and sends a mail to confirm the address. ${LIMITED.register}`,
  })
  async register(@Args(() => RegisterArgs) args: RegisterArgs, @Ctx() context: RequestContext): Promise<SignInPayload> {
    return signInPayload(context, await register(context.dataSource, context.actor, args, context.siteUrl));
  }

  @Access("public")
  @Mutation(() => SignInPayload, { description: `Signs in with a password. ${LIMITED.login}` })
  async login(@Args(() => LoginArgs) args: LoginArgs, @Ctx() context: RequestContext): Promise<SignInPayload> {
    return signInPayload(context, await login(context.dataSource, context.actor, args));
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Mails a sign-in link, valid once and for 10 minutes, if the account exists; the answer is the same either way. A newer link voids the older one. ${LIMITED.mail}`,
  })
  async sendLoginLink(
    @Arg("identifier", () => String, { description: "The username or the e-mail address." }) identifier: string,
    @Arg("locale", () => LocaleEnum, { description: "The language of the mail." }) locale: Locale,
    @Ctx() { dataSource, actor, siteUrl }: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayload(await sendLoginLink(dataSource, actor, identifier, { locale, siteUrl }));
  }

  @Access("public")
  @Mutation(() => SignInPayload, {
    description: `Signs in with a link from a mail, which is then spent. ${LIMITED.code}`,
  })
  async loginWithLink(
    @Arg("token", () => String, { description: "The fragment of the link (after #)." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await loginWithLink(context.dataSource, context.actor, token));
  }

  @Access("public")
  @Query(() => User, {
    nullable: true,
    description: `Whom a link from a mail signs in, so that a page can say so before \`loginWithLink\` spends it; null if it does not work, or not any more.`,
  })
  async loginLinkOwner(
    @Arg("token", () => String, { description: "The fragment of the link (after #)." }) token: string,
    @Ctx() { dataSource }: RequestContext,
  ): Promise<User | null> {
    return toViewer(await loginLinkOwner(dataSource, token))?.user ?? null;
  }

  @Access("public")
  @Query(() => Boolean, {
    description: `Whether a link from a mail confirms an address, so that a page can say so before \`verifyEmail\` spends it; false for any other text, and once it was used or has expired.`,
  })
  async confirmationLinkWorks(
    @Arg("token", () => String, { description: "The fragment of the link (after #)." }) token: string,
    @Ctx() { dataSource }: RequestContext,
  ): Promise<boolean> {
    return confirmationLinkWorks(dataSource, token);
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: "Ends the caller's session. Does nothing for a visitor. FORBIDDEN for an API token.",
  })
  async logout(@Ctx() { dataSource, actor, cookies }: RequestContext): Promise<AcceptedPayload> {
    await logout(dataSource, actor);
    cookies.clear();
    return acceptedPayload([]);
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Mails a code for setting a new password, valid once and for an hour, if an account has this address; the answer is the same either way. ${LIMITED.mail}`,
  })
  async requestPasswordReset(
    @Arg("email", () => String, { description: "The address of the account." }) email: string,
    @Arg("locale", () => LocaleEnum, { description: "The language of the mail." }) locale: Locale,
    @Ctx() { dataSource, actor, siteUrl }: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayload(await requestPasswordReset(dataSource, actor, email, { locale, siteUrl }));
  }

  @Access("public")
  @Mutation(() => SignInPayload, {
    description: `Sets a new password with a code, revokes all access to the account (sessions, API tokens, codes, a pending email change), signs in, and sends a notification mail. ${LIMITED.code}`,
  })
  async resetPassword(
    @Args(() => ResetPasswordArgs) args: ResetPasswordArgs,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await resetPassword(context.dataSource, context.actor, args));
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Confirms the address that an account was registered with, by a link from a mail, valid once and for two days. In a session of the account, all other access to it is revoked, and the session continues with a new cookie. For anybody else it is a recovery: all access is revoked and the password is voided, since somebody else may have registered the address. ${LIMITED.code}`,
  })
  async verifyEmail(
    @Arg("token", () => String, { description: "The fragment of the link (after #)." }) token: string,
    @Arg("ownOnly", () => Boolean, {
      defaultValue: false,
      description: "Confirm only in a session of the account: FORBIDDEN otherwise, and the link is not spent.",
    })
    ownOnly: boolean,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayloadWithSession(context, await verifyEmail(context.dataSource, context.actor, token, ownOnly));
  }

  @Access("public")
  @Mutation(() => SignInPayload, {
    description: `Confirms an address like \`verifyEmail\` without signing in first: sets a new password, revokes all other access to the account, and signs in. ${LIMITED.code}`,
  })
  async verifyEmailWithNewPassword(
    @Args(() => ResetPasswordArgs) args: ResetPasswordArgs,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await verifyEmailWithNewPassword(context.dataSource, context.actor, args));
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Cancels a pending email change with the link sent to the current address, valid once and for two days. It means that somebody else knows the password: the password is voided, and all sessions (except the caller's, if it is one of the account), API tokens and codes are revoked. ${LIMITED.code}`,
  })
  async stopEmailChange(
    @Arg("token", () => String, { description: "The fragment of the link (after #)." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayloadWithSession(context, await stopEmailChange(context.dataSource, context.actor, token));
  }
}
