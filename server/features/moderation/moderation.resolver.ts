import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import { requireMember } from "../../platform/domain/access";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { RequestContext } from "../../platform/graphql/context";
import { PageArgs } from "../../platform/graphql/page.args";
import { AcceptedPayload, Viewer } from "../account";
import { loadPrompt, parsePromptId, Prompt } from "../prompt";
import { User, userLoader } from "../user";
import {
  hidingActLoader,
  memberLoader,
  moderatedPromptLoader,
  openReportsLoader,
  priorActsLoader,
  readAct,
  readActs,
  readActsToldTo,
  readQueue,
  undoableLoader,
} from "./moderation.reader";
import {
  closeMember,
  type Decision,
  dismissReports,
  hidePrompt,
  reopenMember,
  restorePrompt,
  undoAct,
} from "./moderation.service";
import {
  ModerationAct,
  ModerationActConnection,
  ModerationGroundsInput,
  ModerationPayload,
  Report,
  ReportedPrompt,
  ReportedPromptConnection,
  ReportInput,
} from "./moderation.type";
import { reportPrompt } from "./report.service";

const PROMPT_ID = { description: "The number of a member's prompt." };
const MEMBER_ID = { description: "The id of the member." };
const GROUNDS = { description: "Why, which the member is told." };
const ACT_COST = 10;
const LIMITED =
  "NOT_FOUND if there is none. At most 1000 decisions an hour and moderator (RATE_LIMITED with `retryAfter` in seconds).";
const ABOUT_ACCOUNTS = `CANNOT_MODERATE_OWN for the moderator's own account, CANNOT_MODERATE_MODERATOR for another moderator's. At most 30 an hour. ${LIMITED}`;

@Resolver()
export class ModerationResolver {
  @Access("write")
  @Mutation(() => AcceptedPayload, {
    description:
      "Reports a member's public prompt to the moderators. The same member's reports of a prompt count once. CANNOT_REPORT_OWN for the viewer's own, NOT_FOUND for what is not a member's public prompt. At most 50 a day and account, 5 in its first week and while its address is unconfirmed (RATE_LIMITED with `retryAfter` in seconds).",
  })
  async report(
    @Arg("input", { description: "What is wrong with what." }) { promptId, reason }: ReportInput,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<AcceptedPayload> {
    const problems = await reportPrompt(dataSource, actor, parsePromptId(promptId), reason);
    return { accepted: problems.length === 0, problems };
  }

  @Access("moderator")
  @Query(() => ReportedPromptConnection, {
    description: "Prompts of other members whose reports wait for a decision, those that wait longest first.",
  })
  reportedPrompts(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<Connection<ReportedPrompt>> {
    return readQueue(dataSource, requireMember(actor), args);
  }

  @Access("moderator")
  @Query(() => ModerationActConnection, { description: "What moderators did, the latest first." })
  moderationActs(
    @Args(() => PageArgs) args: PageArgs,
    @Arg("memberId", () => ID, { nullable: true, description: "Only what was done to this member." })
    memberId: string | null | undefined,
    @Ctx() { dataSource }: RequestContext,
  ): Promise<Connection<ModerationAct>> {
    return readActs(dataSource, memberId == null ? null : (parseId(memberId) ?? "0"), args);
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Hides a member's prompt from everybody but its author, and decides its reports. CONFLICT if it is hidden already, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async hidePrompt(
    @Arg("id", () => ID, PROMPT_ID) id: string,
    @Arg("grounds", GROUNDS) { reason, note = null }: ModerationGroundsInput,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await hidePrompt(dataSource, actor, parsePromptId(id), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Shows a hidden prompt again. CONFLICT if it is not hidden, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async restorePrompt(
    @Arg("id", () => ID, PROMPT_ID) id: string,
    @Arg("grounds", GROUNDS) { reason, note = null }: ModerationGroundsInput,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await restorePrompt(dataSource, actor, parsePromptId(id), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Decides that the reports of a prompt are wrong. CONFLICT if none waits, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async dismissReports(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(context, await dismissReports(context.dataSource, context.actor, parsePromptId(promptId)));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Closes a member's account: its sessions, tokens and codes end, nobody logs in, what it shared is withdrawn, and the member is told by mail. Nothing is deleted. CONFLICT if it is closed already. ${ABOUT_ACCOUNTS}`,
  })
  async closeAccount(
    @Arg("userId", () => ID, MEMBER_ID) userId: string,
    @Arg("grounds", GROUNDS) { reason, note = null }: ModerationGroundsInput,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(context, await closeMember(context.dataSource, context.actor, parseId(userId), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Opens a closed account again; its prompts are shown, but for those that are hidden. CONFLICT if it is not closed. ${ABOUT_ACCOUNTS}`,
  })
  async reopenAccount(
    @Arg("userId", () => ID, MEMBER_ID) userId: string,
    @Arg("grounds", GROUNDS) { reason, note = null }: ModerationGroundsInput,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(context, await reopenMember(context.dataSource, context.actor, parseId(userId), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Takes back the latest decision on a prompt or an account: what was hidden is shown, and its reports wait again. CONFLICT if there is a later one. ${LIMITED}`,
  })
  async undoModeration(
    @Arg("actId", () => ID, { description: "What to take back." }) actId: string,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(context, await undoAct(context.dataSource, context.actor, parseId(actId)));
  }
}

async function payload({ dataSource }: RequestContext, { actId, problems }: Decision): Promise<ModerationPayload> {
  return actId === undefined ? { act: null, problems } : { act: await readAct(dataSource, actId), problems: [] };
}

const LARGEST_ID = 2n ** 63n - 1n;

function parseId(text: string): string | undefined {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= LARGEST_ID ? text : undefined;
}

@Resolver(() => ReportedPrompt)
export class ReportedPromptResolver {
  @Access("moderator")
  @FieldResolver(() => Prompt, {
    nullable: true,
    description: "What was reported, also if it is hidden; null once its author does not share it any more.",
  })
  prompt(@Root() { promptId }: ReportedPrompt, @Ctx() context: RequestContext): Promise<Prompt | null> {
    return context.loader(moderatedPromptLoader).load(Number(promptId));
  }

  @Access("moderator")
  @FieldResolver(() => User, { description: "Who wrote it." })
  author(@Root() { authorId }: ReportedPrompt, @Ctx() context: RequestContext): Promise<User> {
    return context.loader(userLoader).load(authorId);
  }

  @Access("moderator")
  @FieldResolver(() => [Report], { complexity: ACT_COST, description: "The newest 20 of the reports that wait." })
  reports(@Root() { promptId }: ReportedPrompt, @Ctx() context: RequestContext): Promise<Report[]> {
    return context.loader(openReportsLoader).load(Number(promptId));
  }

  @Access("moderator")
  @FieldResolver(() => [ModerationAct], {
    complexity: ACT_COST,
    description: "The last ten decisions about its author, the latest first.",
  })
  priorActs(@Root() { authorId }: ReportedPrompt, @Ctx() context: RequestContext): Promise<ModerationAct[]> {
    return context.loader(priorActsLoader).load(authorId);
  }
}

@Resolver(() => ModerationAct)
export class ModerationActResolver {
  @Access("read")
  @FieldResolver(() => Prompt, {
    nullable: true,
    description: "The prompt; null where the act was about an account, and for one that the caller may not see.",
  })
  async prompt(@Root() { promptId }: ModerationAct, @Ctx() context: RequestContext): Promise<Prompt | null> {
    if (promptId === null) return null;
    const { actor } = context;
    const moderated =
      actor.kind === "session" && actor.isModerator
        ? await context.loader(moderatedPromptLoader).load(Number(promptId))
        : null;
    return moderated ?? loadPrompt(context, Number(promptId));
  }

  @Access("moderator")
  @FieldResolver(() => String, {
    nullable: true,
    description: "Who did it; null for whoever runs the site, and once the account is deleted.",
  })
  async moderator(@Root() { moderatorId }: ModerationAct, @Ctx() context: RequestContext): Promise<string | null> {
    return moderatorId === null ? null : ((await context.loader(memberLoader).load(moderatorId))?.username ?? null);
  }

  @Access("moderator")
  @FieldResolver(() => ID, { nullable: true, description: "The id of the member to whom it was done." })
  memberId(@Root() { memberId }: ModerationAct): string | null {
    return memberId;
  }

  @Access("moderator")
  @FieldResolver(() => String, {
    nullable: true,
    description: "The name of that member; null once the account is deleted.",
  })
  async member(@Root() { memberId }: ModerationAct, @Ctx() context: RequestContext): Promise<string | null> {
    return memberId === null ? null : ((await context.loader(memberLoader).load(memberId))?.username ?? null);
  }

  @Access("moderator")
  @FieldResolver(() => Boolean, {
    description:
      "Whether `undoModeration` would take it back: nothing was done to the same prompt or account since, and it is still there.",
  })
  undoable(@Root() { id }: ModerationAct, @Ctx() context: RequestContext): Promise<boolean> {
    return context.loader(undoableLoader).load(id);
  }

  @Access("moderator")
  @FieldResolver(() => String, { description: "How it was before, as JSON." })
  before(@Root() { before }: ModerationAct): string {
    return JSON.stringify(before);
  }
}

/** The fields that this feature adds to `Prompt`. */
@Resolver(() => Prompt)
export class PromptModerationResolver {
  @FieldResolver(() => ModerationAct, {
    nullable: true,
    description:
      "Why it is hidden, for its author and for moderators; null where it is not hidden, or whoever runs the site has hidden it before reasons were recorded.",
  })
  hiddenBy(@Root() { id, hidden }: Prompt, @Ctx() context: RequestContext): Promise<ModerationAct | null> | null {
    return hidden && context.actor.kind !== "visitor" ? context.loader(hidingActLoader).load(Number(id)) : null;
  }
}

/** The fields that this feature adds to `Viewer`. */
@Resolver(() => Viewer)
export class ViewerModerationResolver {
  @Access("read")
  @FieldResolver(() => ModerationActConnection, {
    description: "What moderators did to the viewer's prompts and account, the latest first.",
  })
  moderationActs(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<Connection<ModerationAct>> {
    return readActsToldTo(dataSource, requireMember(actor), args);
  }
}
