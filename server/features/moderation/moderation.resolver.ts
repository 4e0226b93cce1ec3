import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import { requireMember } from "../../platform/domain/access";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { RequestContext } from "../../platform/graphql/context";
import { PageArgs } from "../../platform/graphql/page.args";
import { DateTime } from "../../platform/graphql/scalars";
import { atMost, limitWords } from "../../platform/rate-limit/limit-words";
import { AcceptedPayload, Viewer } from "../account";
import { Comment, loadComment, parseCommentId } from "../comment";
import { loadPrompt, parsePromptId, Prompt } from "../prompt";
import { User, userLoader } from "../user";
import {
  commentHidingActLoader,
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
import { CLOSINGS, DECISIONS, NEWCOMER_REPORTS, REPORTS } from "./moderation.limits";
import {
  closeMember,
  type Decision,
  dismissReports,
  hide,
  reopenMember,
  restore,
  setThreadClosed,
  undoAct,
} from "./moderation.service";
import {
  ModerationAct,
  ModerationActConnection,
  GroundsArgs,
  ModerationPayload,
  Report,
  ReportedContent,
  ReportedContentConnection,
  ReportArgs,
} from "./moderation.type";
import { report } from "./report.service";
import type { TargetId } from "./target";

const PROMPT_ID = { description: "The number of a member's prompt." };
const COMMENT_ID = { description: "The id of a comment." };
const MEMBER_ID = { description: "The id of the member." };
const SEEN = {
  nullable: true,
  description: "When the text of the comment that the moderator has read was last changed (`Comment.editedAt`).",
};
const ACT_COST = 10;
const LIMITED = `NOT_FOUND if there is none. ${atMost("per moderator, decisions of all kinds together and as many undone", [DECISIONS])}`;
const DISMISSING = `CONFLICT if none waits, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`;
const REPORTING = `The same member's reports of it count once. CANNOT_REPORT_OWN for the viewer's own, NOT_FOUND for what is not a member's, or not public. ${atMost("per account", [REPORTS], [NEWCOMER_REPORTS])}`;
const ABOUT_ACCOUNTS = `CANNOT_MODERATE_OWN for the moderator's own account, CANNOT_MODERATE_MODERATOR for another moderator's. ${LIMITED} Of accounts ${limitWords(CLOSINGS)}.`;

@Resolver()
export class ModerationResolver {
  @Access("write")
  @Mutation(() => AcceptedPayload, { description: `Reports a member's public prompt to the moderators. ${REPORTING}` })
  reportPrompt(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Args(() => ReportArgs) { reason }: ReportArgs,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return reportTarget(context, aPrompt(promptId), reason);
  }

  @Access("write")
  @Mutation(() => AcceptedPayload, { description: `Reports a member's comment to the moderators. ${REPORTING}` })
  reportComment(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Args(() => ReportArgs) { reason }: ReportArgs,
    @Ctx() context: RequestContext,
  ): Promise<AcceptedPayload> {
    return reportTarget(context, aComment(commentId), reason);
  }

  @Access("moderator")
  @Query(() => ReportedContentConnection, {
    description:
      "Prompts and comments of other members whose reports wait for a decision, those that wait longest first.",
  })
  reportedContent(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<Connection<ReportedContent>> {
    return readQueue(dataSource, requireMember(actor), args);
  }

  @Access("moderator")
  @Query(() => ModerationActConnection, { description: "What moderators did, the latest first." })
  moderationActs(
    @Args(() => PageArgs) args: PageArgs,
    @Arg("userId", () => ID, { nullable: true, description: "Only what was done to this member." })
    userId: string | null | undefined,
    @Ctx() { dataSource }: RequestContext,
  ): Promise<Connection<ModerationAct>> {
    return readActs(dataSource, userId == null ? null : (parseId(userId) ?? "0"), args);
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Hides a member's prompt from everybody but its author, and decides its reports. CONFLICT if it is hidden already, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async hidePrompt(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Args(() => GroundsArgs) { reason, note = null }: GroundsArgs,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await hide(dataSource, actor, aPrompt(promptId), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Shows a hidden prompt again. CONFLICT if it is not hidden, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async unhidePrompt(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Args(() => GroundsArgs) { reason, note = null }: GroundsArgs,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await restore(dataSource, actor, aPrompt(promptId), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Hides a comment from everybody but its author, and decides its reports. It keeps its place while it has replies. CONFLICT if it is hidden already, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async hideComment(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Args(() => GroundsArgs) { reason, note = null }: GroundsArgs,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(context, await hide(context.dataSource, context.actor, aComment(commentId), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Shows a hidden comment again. CONFLICT if it is not hidden, or its author has changed it since that moment (\`editedAt\`), CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async unhideComment(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Args(() => GroundsArgs) { reason, note = null }: GroundsArgs,
    @Arg("editedAt", () => DateTime, SEEN) editedAt: Date | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(
      context,
      await restore(context.dataSource, context.actor, aComment(commentId), { reason, note }, editedAt),
    );
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Closes the thread that begins with a comment: nobody replies. CONFLICT for a reply, and if it is closed already, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async closeThread(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await setThreadClosed(dataSource, actor, parseCommentId(commentId), true));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Opens a closed thread again. CONFLICT if it is not closed, CANNOT_MODERATE_OWN for the moderator's own. ${LIMITED}`,
  })
  async reopenThread(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await setThreadClosed(dataSource, actor, parseCommentId(commentId), false));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, { description: `Decides that the reports of a prompt are wrong. ${DISMISSING}` })
  async dismissPromptReports(
    @Arg("promptId", () => ID, PROMPT_ID) promptId: string,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await dismissReports(dataSource, actor, aPrompt(promptId)));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, { description: `Decides that the reports of a comment are wrong. ${DISMISSING}` })
  async dismissCommentReports(
    @Arg("commentId", () => ID, COMMENT_ID) commentId: string,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    const { dataSource, actor } = context;
    return payload(context, await dismissReports(dataSource, actor, aComment(commentId)));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Closes a member's account: its sessions, tokens and codes end, nobody logs in, what it shared is withdrawn, and the member is told by mail. Nothing is deleted. CONFLICT if it is closed already. ${ABOUT_ACCOUNTS}`,
  })
  async closeAccount(
    @Arg("userId", () => ID, MEMBER_ID) userId: string,
    @Args(() => GroundsArgs) { reason, note = null }: GroundsArgs,
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
    @Args(() => GroundsArgs) { reason, note = null }: GroundsArgs,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(context, await reopenMember(context.dataSource, context.actor, parseId(userId), { reason, note }));
  }

  @Access("moderator")
  @Mutation(() => ModerationPayload, {
    description: `Takes back the latest decision on a prompt, a comment or an account: what was hidden is shown, and its reports wait again. CONFLICT if there is a later one, or a comment that would be shown was changed since that moment (\`editedAt\`). ${LIMITED}`,
  })
  async undoModeration(
    @Arg("actId", () => ID, { description: "What to take back." }) actId: string,
    @Arg("editedAt", () => DateTime, SEEN) editedAt: Date | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<ModerationPayload> {
    return payload(context, await undoAct(context.dataSource, context.actor, parseId(actId), editedAt));
  }
}

async function reportTarget(
  { dataSource, actor }: RequestContext,
  target: TargetId,
  reason: string,
): Promise<AcceptedPayload> {
  const problems = await report(dataSource, actor, target, reason);
  return { accepted: problems.length === 0, problems };
}

async function payload({ dataSource }: RequestContext, { actId, problems }: Decision): Promise<ModerationPayload> {
  return actId === undefined ? { act: null, problems } : { act: await readAct(dataSource, actId), problems: [] };
}

function aPrompt(id: string): TargetId {
  return { kind: "prompt", id: parsePromptId(id) };
}

function aComment(id: string): TargetId {
  return { kind: "comment", id: parseCommentId(id) };
}

const LARGEST_ID = 2n ** 63n - 1n;

function parseId(text: string): string | undefined {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= LARGEST_ID ? text : undefined;
}

@Resolver(() => ReportedContent)
export class ReportedContentResolver {
  @Access("moderator")
  @FieldResolver(() => Prompt, {
    nullable: true,
    description:
      "The prompt that was reported, also if it is hidden; null for a comment, and once its author does not share it any more.",
  })
  prompt(@Root() { promptId }: ReportedContent, @Ctx() context: RequestContext): Promise<Prompt | null> | null {
    return promptId === null ? null : context.loader(moderatedPromptLoader).load(Number(promptId));
  }

  @Access("moderator")
  @FieldResolver(() => Comment, {
    nullable: true,
    description:
      "The comment that was reported, also if it is hidden; null for a prompt, and once the author of its prompt does not share that any more.",
  })
  comment(@Root() { commentId }: ReportedContent, @Ctx() context: RequestContext): Promise<Comment | null> | null {
    return commentId === null ? null : loadComment(context, commentId);
  }

  @Access("moderator")
  @FieldResolver(() => User, { nullable: true, description: "Who wrote it; null once the account is deleted." })
  author(@Root() { authorId }: ReportedContent, @Ctx() context: RequestContext): Promise<User> | null {
    return authorId === null ? null : context.loader(userLoader).load(authorId);
  }

  @Access("moderator")
  @FieldResolver(() => [Report], { complexity: ACT_COST, description: "The newest 20 of the reports that wait." })
  reports(@Root() { promptId, commentId }: ReportedContent, @Ctx() context: RequestContext): Promise<Report[]> {
    return context
      .loader(openReportsLoader)
      .load(commentId === null ? { kind: "prompt", id: promptId ?? undefined } : { kind: "comment", id: commentId });
  }

  @Access("moderator")
  @FieldResolver(() => [ModerationAct], {
    complexity: ACT_COST,
    description: "The last ten decisions about its author, the latest first.",
  })
  priorActs(
    @Root() { authorId }: ReportedContent,
    @Ctx() context: RequestContext,
  ): Promise<ModerationAct[]> | ModerationAct[] {
    return authorId === null ? [] : context.loader(priorActsLoader).load(authorId);
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

  @Access("read")
  @FieldResolver(() => Comment, {
    nullable: true,
    description:
      "The comment; null where the act was about a prompt or an account, and for one that the caller may not see.",
  })
  comment(@Root() { commentId }: ModerationAct, @Ctx() context: RequestContext): Promise<Comment | null> | null {
    return commentId === null ? null : loadComment(context, commentId);
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
  userId(@Root() { memberId }: ModerationAct): string | null {
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
  hideAct(@Root() { id, hidden }: Prompt, @Ctx() context: RequestContext): Promise<ModerationAct | null> | null {
    return hidden && context.actor.kind !== "visitor" ? context.loader(hidingActLoader).load(id) : null;
  }
}

/** The fields that this feature adds to `Comment`. */
@Resolver(() => Comment)
export class CommentModerationResolver {
  @FieldResolver(() => ModerationAct, {
    nullable: true,
    description: "Why it is hidden, for its author and for moderators; null where it is not hidden.",
  })
  hideAct(
    @Root() { id, hidden, readable }: Comment,
    @Ctx() context: RequestContext,
  ): Promise<ModerationAct | null> | null {
    return hidden && readable ? context.loader(commentHidingActLoader).load(id) : null;
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
