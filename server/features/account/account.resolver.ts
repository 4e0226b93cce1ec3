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
  Session,
  SignInPayload,
  Viewer,
  ViewerPayload,
} from "./account.type";
import { createApiToken, readApiTokens, revokeApiToken } from "./api-token.service";
import { register } from "./registration.service";
import { endSession, readSessions } from "./session.service";
import {
  changeEmail,
  changePassword,
  changeUsername,
  deleteAccount,
  ownAccount,
  revokeOtherSessions,
  revokeSession,
  sendConfirmationAgain,
  sendDeletionCode,
  updateSettings,
  verifyEmail,
} from "./settings.service";
import {
  login,
  loginWithLink,
  requestPasswordReset,
  resetPassword,
  sendLoginLink,
  type SignIn,
} from "./sign-in.service";
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
    description: `Sets a new password by a code, ends all sessions, signs in, and sends a mail about it. ${LIMITED}`,
  })
  async resetPassword(
    @Arg("input", { description: "The code and the new password." }) input: ResetPasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<SignInPayload> {
    return signedIn(context, await resetPassword(context, input));
  }

  @Mutation(() => ViewerPayload, {
    description: `Sets a new password, ends all other sessions, and sends a mail about it to an address that is confirmed. ${OF_A_SESSION} ${LIMITED}`,
  })
  async changePassword(
    @Arg("input", { description: "The current and the new password." }) input: ChangePasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return changed(context, await changePassword(context, input));
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
    description: `Sends a link to a new address; the account has it once that is opened, and the old address is told. ${OF_A_SESSION} ${LIMITED}`,
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
    description: `Confirms an address by a link from a mail, good once and for two days. The first confirmation ends all other sessions; by who is not signed in to the account, it also voids the password, since somebody else may have registered the address. ${LIMITED}`,
  })
  async verifyEmail(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return accepted(await verifyEmail(context, token));
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
  const tokens = tokensOf(context);
  context.cookies.set({ access: await tokens.access(session), refresh: await tokens.refresh(session) });
  context.identity = { userId: session.userId, sessionId: session.id, scope: "ALL" };
  return { viewer: toViewer(await accountById(context.dataSource, session.userId)), problems: [] };
}

async function changed(context: RequestContext, problems: Problem[]): Promise<ViewerPayload> {
  return problems.length > 0 ? { viewer: null, problems } : { viewer: toViewer(await ownAccount(context)), problems };
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
