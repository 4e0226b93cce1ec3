import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Locale } from "../../../contract/locales";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import { LoginInput, RegisterInput, ResetPasswordInput } from "./account.input";
import { AcceptedPayload, SignInPayload } from "./account.type";
import { stopEmailChange } from "./email-change.service";
import { acceptedPayload, acceptedPayloadWithSession, LIMITED, signInPayload } from "./account.payload";
import { resetPassword, verifyEmail, verifyEmailWithNewPassword } from "./recovery.service";
import { register } from "./registration.service";
import { login, loginWithLink, logout, requestPasswordReset, sendLoginLink } from "./sign-in.service";

/** Registration, sign-in and account recovery. */
@Resolver()
export class SignInResolver {
  @Access("public")
  @Mutation(() => SignInPayload, {
    description: `Makes an account, signs in, and sends a mail that confirms the address. ${LIMITED}`,
  })
  async register(
    @Arg("input", { description: "The new account." }) input: RegisterInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await register(context.dataSource, context.actor, input, context.siteUrl));
  }

  @Access("public")
  @Mutation(() => SignInPayload, { description: `Signs in with a password. ${LIMITED}` })
  async login(
    @Arg("input", { description: "What to sign in with." }) input: LoginInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await login(context.dataSource, context.actor, input));
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Sends a mail with a link to sign in by, good once and for 10 minutes, if there is such an account; the answer is the same if not. A newer link voids the older. ${LIMITED}`,
  })
  async sendLoginLink(
    @Arg("identifier", () => String, { description: "The username or the e-mail address." }) identifier: string,
    @Arg("locale", () => LocaleEnum, { description: "The language of the mail." }) locale: Locale,
    @Ctx() { dataSource, actor, siteUrl }: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayload(await sendLoginLink(dataSource, actor, identifier, { locale, siteUrl }));
  }

  @Access("public")
  @Mutation(() => SignInPayload, { description: `Signs in by a link from a mail, and spends it. ${LIMITED}` })
  async loginWithLink(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await loginWithLink(context.dataSource, context.actor, token));
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: "Ends the session that asks. A visitor is signed out already. FORBIDDEN for an API token.",
  })
  async logout(@Ctx() { dataSource, actor, cookies }: RequestContext): Promise<AcceptedPayload> {
    await logout(dataSource, actor);
    cookies.clear();
    return acceptedPayload([]);
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Sends a mail with a code for a new password, good once and for an hour, if an account has that address; the answer is the same if not. ${LIMITED}`,
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
    description: `Sets a new password by a code, ends everything by which anybody could act for the account (sessions, API tokens, codes, a pending change of the address), signs in, and sends a mail about it. ${LIMITED}`,
  })
  async resetPassword(
    @Arg("input", { description: "The code and the new password." }) input: ResetPasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await resetPassword(context.dataSource, context.actor, input));
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Confirms the address that an account was registered with, by a link from a mail, good once and for two days. In a session of the account everything else by which somebody could act for it ends, and the session goes on with new cookies. By anybody else it is recovery: everything by which somebody could act for the account ends and the password is void, since somebody else may have registered the address. ${LIMITED}`,
  })
  async verifyEmail(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Arg("ownOnly", () => Boolean, {
      defaultValue: false,
      description: "Confirms in a session of the account alone: FORBIDDEN otherwise, and nothing is spent.",
    })
    ownOnly: boolean,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayloadWithSession(context, await verifyEmail(context.dataSource, context.actor, token, ownOnly));
  }

  @Access("public")
  @Mutation(() => SignInPayload, {
    description: `Confirms an address like \`verifyEmail\`, for who cannot or does not want to sign in before: sets a new password, ends everything by which anybody could act for the account, and signs in. ${LIMITED}`,
  })
  async verifyEmailWithNewPassword(
    @Arg("input", { description: "The code of the link and the new password." }) input: ResetPasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signInPayload(context, await verifyEmailWithNewPassword(context.dataSource, context.actor, input));
  }

  @Access("public")
  @Mutation(() => AcceptedPayload, {
    description: `Drops the pending change by the link that went to the address so far, good once and for two days. Who uses it says that somebody else knows the password: that is void, and all sessions (but one of the account that asks), API tokens and codes end. ${LIMITED}`,
  })
  async stopEmailChange(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayloadWithSession(context, await stopEmailChange(context.dataSource, context.actor, token));
  }
}
