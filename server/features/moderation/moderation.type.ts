import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import type { Problem } from "../../platform/domain/problem";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { ProblemType } from "../../platform/graphql/problem.type";
import { DateTime } from "../../platform/graphql/scalars";
import { TextCaps } from "../../platform/graphql/text-caps";
import type { ActKind, Before, Reason } from "./moderation.entity";

/** A grapheme cluster is rarely longer; the exact limit is counted in clusters. */
const NOTE_CAP = LIMITS.moderationNote * 8;

const ReasonEnum = {
  SPAM: "SPAM",
  ABUSE: "ABUSE",
  DANGEROUS: "DANGEROUS",
  PERSONAL_DATA: "PERSONAL_DATA",
  COPYRIGHT: "COPYRIGHT",
  OTHER: "OTHER",
} as const satisfies Record<Reason, Reason>;

registerEnumType(ReasonEnum, {
  name: "ModerationReason",
  description: "Why a moderator decides.",
  valuesConfig: {
    SPAM: { description: "Advertising, or the same again and again." },
    ABUSE: { description: "Hate, harassment or insults." },
    DANGEROUS: { description: "It helps to do harm, or is against the law." },
    PERSONAL_DATA: { description: "It has somebody's personal data." },
    COPYRIGHT: { description: "It is somebody else's work." },
    OTHER: { description: "What the note says, which is required then." },
  },
});

const ActKindEnum = {
  HIDE: "HIDE",
  UNHIDE: "RESTORE",
  DISMISS: "DISMISS",
  REOPEN_REPORTS: "REOPEN_REPORTS",
  CLOSE_ACCOUNT: "CLOSE_ACCOUNT",
  REOPEN_ACCOUNT: "REOPEN_ACCOUNT",
  CLOSE_THREAD: "CLOSE_THREAD",
  REOPEN_THREAD: "REOPEN_THREAD",
} as const satisfies Record<string, ActKind>;

registerEnumType(ActKindEnum, {
  name: "ModerationActKind",
  description: "What a moderator did.",
  valuesConfig: {
    HIDE: { description: "Hid a prompt or comment from everybody but its author." },
    UNHIDE: { description: "Showed a hidden prompt or comment again." },
    DISMISS: { description: "Decided that the reports of a prompt or comment were wrong." },
    REOPEN_REPORTS: { description: "Put a prompt or comment back into the queue." },
    CLOSE_ACCOUNT: { description: "Closed an account and withdrew what it shared." },
    REOPEN_ACCOUNT: { description: "Opened a closed account again." },
    CLOSE_THREAD: { description: "Closed a thread of comments: nobody replies." },
    REOPEN_THREAD: { description: "Opened a closed thread again." },
  },
});

const NOTE = `What the member is told beside the reason, at most ${String(LIMITS.moderationNote)} grapheme clusters. Required with OTHER.`;

/** Why a moderator decides. */
@ArgsType()
export class GroundsArgs {
  @Field(() => ReasonEnum, { description: "The reason, which the member is told." })
  reason!: Reason;

  @Field(() => String, { nullable: true, description: NOTE })
  @TextCaps({ maxLength: NOTE_CAP })
  note?: string | null;
}

@ArgsType()
export class ReportArgs {
  @Field(() => String, {
    description: `What is wrong with it, 1 to ${String(LIMITS.moderationNote)} grapheme clusters. Only moderators read it.`,
  })
  @TextCaps({ maxLength: NOTE_CAP })
  reason!: string;
}

@Access("read")
@ObjectType({
  description:
    "What a moderator did. The member to whom it was done sees it, and so do moderators; nobody can change it.",
})
export class ModerationAct {
  @Field(() => ID, { simple: true, description: "For `undoModeration`." })
  id!: string;

  @Field(() => ActKindEnum, { simple: true, description: "What was done." })
  kind!: ActKind;

  @Field(() => ReasonEnum, { nullable: true, simple: true, description: "Why, as the member was told." })
  reason!: Reason | null;

  @Field(() => String, { nullable: true, simple: true, description: "Why, in the moderator's words." })
  note!: string | null;

  @Field(() => DateTime, { simple: true, description: "When it was done." })
  createdAt!: Date;

  @Field(() => ID, {
    nullable: true,
    simple: true,
    description: "The number of the prompt, which may be gone; null where it was done to a comment or an account.",
  })
  promptId!: string | null;

  @Field(() => ID, {
    nullable: true,
    simple: true,
    description: "The id of the comment, which may be gone; null where it was done to a prompt or an account.",
  })
  commentId!: string | null;

  @Field(() => ID, { nullable: true, simple: true, description: "The act that this one takes back." })
  undoes!: string | null;

  // Not part of the schema; used by its resolvers.
  moderatorId!: string | null;
  memberId!: string | null;
  before!: Before;
}

export const ModerationActConnection = connectionOf("ModerationAct", () => ModerationAct);

@Access("moderator")
@ObjectType({ simpleResolvers: true, description: "What a member says is wrong with a prompt or comment." })
export class Report {
  @Field(() => ID, { description: "Stable." })
  id!: string;

  @Field(() => String, { description: "In the member's words." })
  reason!: string;

  @Field(() => String, { nullable: true, description: "Who says so; null once the account is deleted." })
  reporter!: string | null;

  @Field(() => Boolean, {
    description: "Whether it was an account younger than a week, or with an unconfirmed address.",
  })
  fromNewcomer!: boolean;

  @Field(() => DateTime, { description: "When." })
  createdAt!: Date;
}

@Access("moderator")
@ObjectType({ description: "A member's prompt or comment whose reports wait for a decision." })
export class ReportedContent {
  @Field(() => ID, { nullable: true, simple: true, description: "The number of the prompt; null for a comment." })
  promptId!: string | null;

  @Field(() => ID, { nullable: true, simple: true, description: "The id of the comment; null for a prompt." })
  commentId!: string | null;

  @Field(() => DateTime, { simple: true, description: "When the first of the reports came." })
  openedAt!: Date;

  @Field(() => Int, { simple: true, description: "How many members have reported it." })
  reportCount!: number;

  @Field(() => Int, {
    simple: true,
    description:
      "How many of them had accounts younger than a week, or with an unconfirmed address: many at once may be one person.",
  })
  newcomerCount!: number;

  // Not part of the schema; used by its resolvers.
  authorId!: string | null;
}

export const ReportedContentConnection = connectionOf("ReportedContent", () => ReportedContent);

@Access("public")
@ObjectType({ simpleResolvers: true, description: "The result of a moderator's decision." })
export class ModerationPayload {
  @Field(() => ModerationAct, { nullable: true, description: "What was done; null when there are problems." })
  act!: ModerationAct | null;

  @Field(() => [ProblemType], { description: "Why nothing was done. Empty on success." })
  problems!: Problem[];
}
