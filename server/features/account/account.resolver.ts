import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Locale } from "../../../product.config";
import { RequestContext } from "../../platform/graphql/context";
import { LocaleEnum } from "../../platform/graphql/enums";
import type { Problem } from "../../platform/graphql/problem";
import {
  ChangePasswordInput,
  CreateApiTokenInput,
  DeleteAccountInput,
  LoginInput,
  RegisterInput,
  ResetPasswordInput,
  SettingsInput,
} from "./account.input";
import { requireSession } from "./account.policy";
import { accountById, type Account } from "./account.reader";
import {
  AcceptedPayload,
  ApiToken,
  ApiTokenPayload,
  PendingEmail,
  Session,
  SignInPayload,
  Viewer,
  ViewerPayload,
} from "./account.type";
import { createApiToken, readApiTokens, revokeApiToken } from "./api-token.service";
import { register } from "./registration.service";
import { type Done, endSession, readSessions, type SignIn, type StartedSession } from "./session.service";
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  pendingEmailOf,
  sendEmailChangeAgain,
  stopEmailChange,
} from "./email-change.service";
import { resetPassword, verifyEmail, verifyEmailWithNewPassword } from "./recovery.service";
import {
  changePassword,
  changeUsername,
  deleteAccount,
  ownAccount,
  revokeOtherSessions,
  revokeSession,
  sendConfirmationAgain,
  sendDeletionCode,
  updateSettings,
} from "./settings.service";
import { login, loginWithLink, requestPasswordReset, sendLoginLink } from "./sign-in.service";
import { tokensOf } from "./tokens";

const LIMITED = "Rate limited by account and by address (RATE_LIMITED with `retryAfter` in seconds).";
const OF_A_SESSION = "Needs a session: UNAUTHENTICATED for a visitor, FORBIDDEN for an API token.";

@Resolver(() => Viewer)
export class AccountResolver {
  @Query(() => Viewer, {
    nullable: true,
    description: "Who asks; null when nobody is signed in. FORBIDDEN for an API token.",
  })
  async viewer(@Ctx() context: RequestContext): Promise<Viewer | null> {
    if (!context.identity) return null;
    const { userId } = requireSession(context);
    return toViewer(await accountById(context.dataSource, userId));
  }

  @FieldResolver(() => [Session], { description: "Where the viewer is signed in, the last used first." })
  sessions(@Ctx() context: RequestContext): Promise<Session[]> {
    const { userId, sessionId } = requireSession(context);
    return readSessions(context.dataSource, userId, sessionId);
  }

  @FieldResolver(() => PendingEmail, {
    nullable: true,
    description: "The address that `changeEmail` asked for, while it is not confirmed.",
  })
  pendingEmail(@Ctx() context: RequestContext): Promise<PendingEmail | null> {
    return pendingEmailOf(context.dataSource, requireSession(context).userId);
  }

  @FieldResolver(() => [ApiToken], {
    description: "Keys for programs, the newest first. The tokens themselves are not shown again.",
  })
  apiTokens(@Ctx() context: RequestContext): Promise<ApiToken[]> {
    return readApiTokens(context.dataSource, requireSession(context).userId);
  }

  @Mutation(() => SignInPayload, {
    description: `Makes an account, signs in, and sends a mail that confirms the address. ${LIMITED}`,
  })
  async register(
    @Arg("input", { description: "The new account." }) input: RegisterInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signedIn(context, await register(context, input));
  }

  @Mutation(() => SignInPayload, { description: `Signs in with a password. ${LIMITED}` })
  async login(
    @Arg("input", { description: "What to sign in with." }) input: LoginInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signedIn(context, await login(context, input));
  }

  @Mutation(() => AcceptedPayload, {
    description: `Sends a mail with a link to sign in by, good once and for 10 minutes, if there is such an account; the answer is the same if not. A newer link voids the older. ${LIMITED}`,
  })
  async sendLoginLink(
    @Arg("identifier", () => String, { description: "The username or the e-mail address." }) identifier: string,
    @Arg("locale", () => LocaleEnum, { description: "The language of the mail." }) locale: Locale,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return accepted(await sendLoginLink(context, identifier, locale));
  }

  @Mutation(() => SignInPayload, { description: `Signs in by a link from a mail, and spends it. ${LIMITED}` })
  async loginWithLink(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signedIn(context, await loginWithLink(context, token));
  }

  @Mutation(() => AcceptedPayload, { description: "Ends the session that asks. A visitor is signed out already." })
  async logout(@Ctx() context: RequestContext): Promise<AcceptedPayload> {
    const { identity, dataSource, cookies } = context;
    if (identity) {
      const { userId, sessionId } = requireSession(context);
      await endSession(dataSource.manager, userId, sessionId);
    }
    cookies.clear();
    return accepted([]);
  }

  @Mutation(() => AcceptedPayload, {
    description: `Sends a mail with a code for a new password, good once and for an hour, if an account has that address; the answer is the same if not. ${LIMITED}`,
  })
  async requestPasswordReset(
    @Arg("email", () => String, { description: "The address of the account." }) email: string,
    @Arg("locale", () => LocaleEnum, { description: "The language of the mail." }) locale: Locale,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return accepted(await requestPasswordReset(context, email, locale));
  }

  @Mutation(() => SignInPayload, {
    description: `Sets a new password by a code, ends everything by which anybody could act for the account (sessions, API tokens, codes, a pending change of the address), signs in, and sends a mail about it. ${LIMITED}`,
  })
  async resetPassword(
    @Arg("input", { description: "The code and the new password." }) input: ResetPasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signedIn(context, await resetPassword(context, input));
  }

  @Mutation(() => ViewerPayload, {
    description: `Sets a new password, ends all other sessions, codes, a pending change of the address and, unless they are to stay, API tokens; sends a mail about it to an address that is confirmed. The session that asks goes on with new cookies. ${OF_A_SESSION} ${LIMITED}`,
  })
  async changePassword(
    @Arg("input", { description: "The current and the new password." }) input: ChangePasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    const { session, problems = [] } = await changePassword(context, input);
    if (session) await enter(context, session);
    return changed(context, problems);
  }

  @Mutation(() => ViewerPayload, { description: `Changes the public name. ${OF_A_SESSION} ${LIMITED}` })
  async changeUsername(
    @Arg("username", () => String, { description: "3 to 32 letters and digits of any script, `_` and `-`." })
    username: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return changed(context, await changeUsername(context, username));
  }

  @Mutation(() => AcceptedPayload, {
    description: `Sends a link to a new address. The account has it once \`confirmEmailChange\` brings that. The old address, if confirmed, is told, with a link that stops the change. A change that was pending ends. ${OF_A_SESSION} ${LIMITED}`,
  })
  async changeEmail(
    @Arg("email", () => String, { description: "The new address." }) email: string,
    @Arg("currentPassword", () => String, { description: "The password." }) currentPassword: string,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return accepted(await changeEmail(context, email, currentPassword));
  }

  @Mutation(() => AcceptedPayload, {
    description: `Sends the link that confirms the account's address once more. ${OF_A_SESSION} ${LIMITED}`,
  })
  async sendConfirmation(@Ctx() context: RequestContext): Promise<AcceptedPayload> {
    return accepted(await sendConfirmationAgain(context));
  }

  @Mutation(() => AcceptedPayload, {
    description: `Sends the link of the pending change to the new address once more, and voids the one before. ${OF_A_SESSION} ${LIMITED}`,
  })
  async sendEmailChange(@Ctx() context: RequestContext): Promise<AcceptedPayload> {
    return accepted(await sendEmailChangeAgain(context));
  }

  @Mutation(() => ViewerPayload, {
    description: `Drops the pending change of the address, if there is one. ${OF_A_SESSION}`,
  })
  async cancelEmailChange(@Ctx() context: RequestContext): Promise<ViewerPayload> {
    await cancelEmailChange(context);
    return changed(context, []);
  }

  @Mutation(() => AcceptedPayload, {
    description: `Drops the pending change by the link that went to the address so far, good once and for two days. Who uses it says that somebody else knows the password: that is void, and all sessions (but one of the account that asks), API tokens and codes end. ${LIMITED}`,
  })
  async stopEmailChange(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return done(context, await stopEmailChange(context, token));
  }

  @Mutation(() => ViewerPayload, {
    description: `Gives the account its new address by the link that went there, good once and for two days, in a session of that account alone (FORBIDDEN in another one, nothing is spent). All other codes are void, and the old address is told. ${OF_A_SESSION} ${LIMITED}`,
  })
  async confirmEmailChange(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return changed(context, await confirmEmailChange(context, token));
  }

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
    return done(context, await verifyEmail(context, token, ownOnly));
  }

  @Mutation(() => SignInPayload, {
    description: `Confirms an address like \`verifyEmail\`, for who cannot or does not want to sign in before: sets a new password, ends everything by which anybody could act for the account, and signs in. ${LIMITED}`,
  })
  async verifyEmailWithNewPassword(
    @Arg("input", { description: "The code of the link and the new password." }) input: ResetPasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signedIn(context, await verifyEmailWithNewPassword(context, input));
  }

  @Mutation(() => ViewerPayload, { description: `Changes settings. ${OF_A_SESSION}` })
  async updateSettings(
    @Arg("input", { description: "What is to change." }) input: SettingsInput,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return changed(context, await updateSettings(context, input));
  }

  @Mutation(() => ViewerPayload, {
    description: `Ends one of the viewer's sessions. NOT_FOUND for any other. ${OF_A_SESSION}`,
  })
  async revokeSession(
    @Arg("id", () => ID, { description: "Of the session." }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    await revokeSession(context, id);
    return changed(context, []);
  }

  @Mutation(() => ViewerPayload, {
    description: `Ends all of the viewer's sessions but the one that asks. ${OF_A_SESSION}`,
  })
  async revokeOtherSessions(@Ctx() context: RequestContext): Promise<ViewerPayload> {
    await revokeOtherSessions(context);
    return changed(context, []);
  }

  @Mutation(() => AcceptedPayload, {
    description: `Sends a code by which the account can be deleted without its password, to an address that is confirmed. ${OF_A_SESSION} ${LIMITED}`,
  })
  async sendDeletionCode(@Ctx() context: RequestContext): Promise<AcceptedPayload> {
    return accepted(await sendDeletionCode(context));
  }

  @Mutation(() => AcceptedPayload, {
    description: `Deletes the account with its prompts, votes and favourites, at once and for good. ${OF_A_SESSION} ${LIMITED}`,
  })
  async deleteAccount(
    @Arg("input", { description: "Proof that it is one’s own." }) input: DeleteAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    const problems = await deleteAccount(context, input);
    if (problems.length === 0) context.cookies.clear();
    return accepted(problems);
  }

  @Mutation(() => ApiTokenPayload, { description: `Makes an API token, at most 20 an account. ${OF_A_SESSION}` })
  async createApiToken(
    @Arg("input", { description: "The new token." }) input: CreateApiTokenInput,
    @Ctx() context: RequestContext,
  ): Promise<ApiTokenPayload> {
    const made = await createApiToken(context, input);
    return "token" in made ? { ...made, problems: [] } : { apiToken: null, token: null, problems: made.problems };
  }

  @Mutation(() => ViewerPayload, {
    description: `Ends an API token. NOT_FOUND for one that is not the viewer's. ${OF_A_SESSION}`,
  })
  async revokeApiToken(
    @Arg("id", () => ID, { description: "Of the token's description; not the token." }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    await revokeApiToken(context, id);
    return changed(context, []);
  }
}

async function signedIn(context: RequestContext, { session, problems }: SignIn): Promise<SignInPayload> {
  if (!session) return { viewer: null, problems };
  await enter(context, session);
  return { viewer: toViewer(await accountById(context.dataSource, session.userId)), problems: [] };
}

/** The rest of this request, and those that follow with its cookies, are of this session. */
async function enter(context: RequestContext, session: StartedSession): Promise<void> {
  const tokens = tokensOf(context);
  context.cookies.set({ access: await tokens.access(session), refresh: await tokens.refresh(session) });
  context.identity = { userId: session.userId, sessionId: session.id, scope: "ALL" };
}

async function changed(context: RequestContext, problems: Problem[]): Promise<ViewerPayload> {
  return problems.length > 0 ? { viewer: null, problems } : { viewer: toViewer(await ownAccount(context)), problems };
}

async function done(context: RequestContext, { problems, session }: Done): Promise<AcceptedPayload> {
  if (session) await enter(context, session);
  return accepted(problems);
}

function accepted(problems: Problem[]): AcceptedPayload {
  return { accepted: problems.length === 0, problems };
}

function toViewer(account: Account | null): Viewer | null {
  if (!account) return null;
  const { userId: id, username, createdAt, promptCount, email, emailConfirmed, passwordHash, locale } = account;
  return {
    user: { id, username, createdAt, promptCount },
    email,
    emailVerified: emailConfirmed,
    hasPassword: passwordHash !== null,
    locale,
  };
}
