import { Arg, Args, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { ChangePasswordArgs, CreateApiTokenArgs, DeleteAccountArgs, UpdateSettingsArgs } from "./account.input";
import { AcceptedPayload, ApiTokenPayload, ViewerPayload } from "./account.type";
import { createApiToken, revokeApiToken } from "./api-token.service";
import { cancelEmailChange, changeEmail, confirmEmailChange, resendEmailChange } from "./email-change.service";
import { acceptedPayload, apiTokenPayload, viewerPayload, switchSession } from "./account.payload";
import { LIMITED } from "./limit-words";
import {
  changePassword,
  changeUsername,
  deleteAccount,
  revokeOtherSessions,
  revokeSession,
  resendConfirmation,
  sendDeletionCode,
  updateSettings,
} from "./settings.service";

/** Changes that members make to their own account. */
@Resolver()
export class SettingsResolver {
  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Sets a new password; revokes all other sessions, codes, a pending email change and, unless they are to be kept, API tokens; sends a notification mail to a confirmed address. The current session continues with a new cookie. ${LIMITED.password}`,
  })
  async changePassword(
    @Args(() => ChangePasswordArgs) args: ChangePasswordArgs,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    const { session, problems = [] } = await changePassword(context.dataSource, context.actor, args);
    if (session) await switchSession(context, session);
    return viewerPayload(context, problems);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, { description: `Changes the public name. ${LIMITED.username}` })
  async changeUsername(
    @Arg("username", () => String, {
      description: "3 to 32 letters and digits of any script, `_`, `-`, and one dot between letters or digits.",
    })
    username: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return viewerPayload(context, await changeUsername(context.dataSource, context.actor, username));
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Sends a link to a new address. The change takes effect when \`confirmEmailChange\` is called with it. The current address, if confirmed, is sent a link that stops the change. Replaces a pending change. ${LIMITED.email}`,
  })
  async changeEmail(
    @Arg("email", () => String, { description: "The new address." }) email: string,
    @Arg("currentPassword", () => String, { description: "The password." }) currentPassword: string,
    @Ctx() { dataSource, actor, siteUrl }: RequestContext,
  ): Promise<AcceptedPayload> {
    return acceptedPayload(await changeEmail(dataSource, actor, { email, currentPassword }, siteUrl));
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Resends the link that confirms the account's address. ${LIMITED.ownMail}`,
  })
  async sendConfirmation(@Ctx() { dataSource, actor, siteUrl }: RequestContext): Promise<AcceptedPayload> {
    return acceptedPayload(await resendConfirmation(dataSource, actor, siteUrl));
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Resends the link of the pending change to the new address, and voids the previous one. ${LIMITED.ownMail}`,
  })
  async sendEmailChange(@Ctx() { dataSource, actor, siteUrl }: RequestContext): Promise<AcceptedPayload> {
    return acceptedPayload(await resendEmailChange(dataSource, actor, siteUrl));
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Cancels the pending email change, if there is one.`,
  })
  async cancelEmailChange(@Ctx() context: RequestContext): Promise<ViewerPayload> {
    await cancelEmailChange(context.dataSource, context.actor);
    return viewerPayload(context, []);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Completes an email change with the link sent to the new address, valid once and for two days, only in a session of that account (FORBIDDEN in another one, and the link is not spent). All other codes are voided, and the old address, if confirmed, is notified; if not, all other access is revoked, and the session continues with a new cookie. ${LIMITED.code}`,
  })
  async confirmEmailChange(
    @Arg("token", () => String, { description: "The fragment of the link (after #)." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    const { session, problems } = await confirmEmailChange(context.dataSource, context.actor, token);
    if (session) await switchSession(context, session);
    return viewerPayload(context, problems);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, { description: `Changes settings.` })
  async updateSettings(
    @Args(() => UpdateSettingsArgs) args: UpdateSettingsArgs,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return viewerPayload(context, await updateSettings(context.dataSource, context.actor, args));
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Ends one of the viewer's sessions. NOT_FOUND for any other.`,
  })
  async revokeSession(
    @Arg("sessionId", () => ID, { description: "The session's id." }) sessionId: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    await revokeSession(context.dataSource, context.actor, sessionId);
    return viewerPayload(context, []);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Ends all of the viewer's sessions except the current one.`,
  })
  async revokeOtherSessions(@Ctx() context: RequestContext): Promise<ViewerPayload> {
    await revokeOtherSessions(context.dataSource, context.actor);
    return viewerPayload(context, []);
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Mails a code for deleting the account without its password, to a confirmed address. ${LIMITED.confirmedMail}`,
  })
  async sendDeletionCode(@Ctx() { dataSource, actor, siteUrl }: RequestContext): Promise<AcceptedPayload> {
    return acceptedPayload(await sendDeletionCode(dataSource, actor, siteUrl));
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Deletes the account with its prompts, votes and favourites, at once and for good, and with its comments where \`deleteComments\` says so. A mail to its confirmed address says what was deleted. ${LIMITED.deletion}`,
  })
  async deleteAccount(
    @Args(() => DeleteAccountArgs) args: DeleteAccountArgs,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    const problems = await deleteAccount(context.dataSource, context.actor, args);
    if (problems.length === 0) context.cookies.clear();
    return acceptedPayload(problems);
  }

  @Access("session")
  @Mutation(() => ApiTokenPayload, {
    description: `Creates an API token, at most ${String(LIMITS.apiTokens)} per account (TOO_MANY).`,
  })
  async createApiToken(
    @Args(() => CreateApiTokenArgs) args: CreateApiTokenArgs,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<ApiTokenPayload> {
    return apiTokenPayload(await createApiToken(dataSource, actor, args));
  }

  @Access("write")
  @Mutation(() => ViewerPayload, {
    description:
      "Ends an API token. A session can end all tokens of the viewer's, a token only itself (`viewer` is null then): NOT_FOUND for any other.",
  })
  async revokeApiToken(
    @Arg("apiTokenId", () => ID, { description: "`ApiToken.id`; not the token itself." }) apiTokenId: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    await revokeApiToken(context.dataSource, context.actor, apiTokenId);
    return context.actor.kind === "token" ? { viewer: null, problems: [] } : viewerPayload(context, []);
  }
}
