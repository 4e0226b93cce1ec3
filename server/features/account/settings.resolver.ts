import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { Access } from "../../platform/graphql/access";
import { RequestContext } from "../../platform/graphql/context";
import { ChangePasswordInput, CreateApiTokenInput, DeleteAccountInput, SettingsInput } from "./account.input";
import { AcceptedPayload, ApiTokenPayload, ViewerPayload } from "./account.type";
import { createApiToken, revokeApiToken } from "./api-token.service";
import { cancelEmailChange, changeEmail, confirmEmailChange, resendEmailChange } from "./email-change.service";
import { acceptedPayload, viewerPayload, switchSession, LIMITED } from "./account.payload";
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
    description: `Sets a new password, ends all other sessions, codes, a pending change of the address and, unless they are to stay, API tokens; sends a mail about it to an address that is confirmed. The session that asks goes on with new cookies. ${LIMITED}`,
  })
  async changePassword(
    @Arg("input", { description: "The current and the new password." }) input: ChangePasswordInput,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    const { session, problems = [] } = await changePassword(context.dataSource, context.actor, input);
    if (session) await switchSession(context, session);
    return viewerPayload(context, problems);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, { description: `Changes the public name. ${LIMITED}` })
  async changeUsername(
    @Arg("username", () => String, { description: "3 to 32 letters and digits of any script, `_` and `-`." })
    username: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return viewerPayload(context, await changeUsername(context.dataSource, context.actor, username));
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Sends a link to a new address. The account has it once \`confirmEmailChange\` brings that. The old address, if confirmed, is told, with a link that stops the change. A change that was pending ends. ${LIMITED}`,
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
    description: `Sends the link that confirms the account's address once more. ${LIMITED}`,
  })
  async sendConfirmation(@Ctx() { dataSource, actor, siteUrl }: RequestContext): Promise<AcceptedPayload> {
    return acceptedPayload(await resendConfirmation(dataSource, actor, siteUrl));
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Sends the link of the pending change to the new address once more, and voids the one before. ${LIMITED}`,
  })
  async sendEmailChange(@Ctx() { dataSource, actor, siteUrl }: RequestContext): Promise<AcceptedPayload> {
    return acceptedPayload(await resendEmailChange(dataSource, actor, siteUrl));
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Drops the pending change of the address, if there is one.`,
  })
  async cancelEmailChange(@Ctx() context: RequestContext): Promise<ViewerPayload> {
    await cancelEmailChange(context.dataSource, context.actor);
    return viewerPayload(context, []);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Gives the account its new address by the link that went there, good once and for two days, in a session of that account alone (FORBIDDEN in another one, nothing is spent). All other codes are void, and the old address is told. ${LIMITED}`,
  })
  async confirmEmailChange(
    @Arg("token", () => String, { description: "What stands behind # in the link." }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return viewerPayload(context, await confirmEmailChange(context.dataSource, context.actor, token));
  }

  @Access("session")
  @Mutation(() => ViewerPayload, { description: `Changes settings.` })
  async updateSettings(
    @Arg("input", { description: "What is to change." }) input: SettingsInput,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    return viewerPayload(context, await updateSettings(context.dataSource, context.actor, input));
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Ends one of the viewer's sessions. NOT_FOUND for any other.`,
  })
  async revokeSession(
    @Arg("id", () => ID, { description: "Of the session." }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    await revokeSession(context.dataSource, context.actor, id);
    return viewerPayload(context, []);
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Ends all of the viewer's sessions but the one that asks.`,
  })
  async revokeOtherSessions(@Ctx() context: RequestContext): Promise<ViewerPayload> {
    await revokeOtherSessions(context.dataSource, context.actor);
    return viewerPayload(context, []);
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Sends a code by which the account can be deleted without its password, to an address that is confirmed. ${LIMITED}`,
  })
  async sendDeletionCode(@Ctx() { dataSource, actor, siteUrl }: RequestContext): Promise<AcceptedPayload> {
    return acceptedPayload(await sendDeletionCode(dataSource, actor, siteUrl));
  }

  @Access("session")
  @Mutation(() => AcceptedPayload, {
    description: `Deletes the account with its prompts, votes and favourites, at once and for good. ${LIMITED}`,
  })
  async deleteAccount(
    @Arg("input", { description: "Proof that it is one’s own." }) input: DeleteAccountInput,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    const problems = await deleteAccount(context.dataSource, context.actor, input);
    if (problems.length === 0) context.cookies.clear();
    return acceptedPayload(problems);
  }

  @Access("session")
  @Mutation(() => ApiTokenPayload, { description: `Makes an API token, at most 20 an account.` })
  async createApiToken(
    @Arg("input", { description: "The new token." }) input: CreateApiTokenInput,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<ApiTokenPayload> {
    const result = await createApiToken(dataSource, actor, input);
    return "token" in result ? { ...result, problems: [] } : { apiToken: null, token: null, problems: result.problems };
  }

  @Access("session")
  @Mutation(() => ViewerPayload, {
    description: `Ends an API token. NOT_FOUND for one that is not the viewer's.`,
  })
  async revokeApiToken(
    @Arg("id", () => ID, { description: "Of the token's description; not the token." }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    await revokeApiToken(context.dataSource, context.actor, id);
    return viewerPayload(context, []);
  }
}
