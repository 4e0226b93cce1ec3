import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import type { Problem } from "../../platform/domain/problem";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { OrderDirection } from "../../platform/graphql/enums";
import { Node } from "../../platform/graphql/node.type";
import { PageArgs } from "../../platform/graphql/page.args";
import { ProblemType } from "../../platform/graphql/problem.type";
import { DateTime } from "../../platform/graphql/scalars";
import { TextCaps } from "../../platform/graphql/text-caps";
import { BODY_CAP } from "./comment.limits";

export enum CommentOrderField {
  CREATED_AT = "CREATED_AT",
}

registerEnumType(CommentOrderField, {
  name: "CommentOrderField",
  description: "What threads can be sorted by.",
  valuesConfig: { CREATED_AT: { description: "When the first comment was written." } },
});

const BODY = `Markdown: CommonMark with tables, strikethrough, autolinks and task lists, and the HTML that GitHub allows; 1 to ${String(LIMITS.comment)} grapheme clusters, of at most ${String(BODY_CAP)} UTF-16 code units in all (REQUIRED, TOO_LONG). @name mentions a member.`;

@Access("public")
@ObjectType({
  simpleResolvers: true,
  implements: Node,
  description: "What a member says about a prompt, or on the feedback page.",
})
export class Comment extends Node {
  @Field(() => ID, {
    description: "Stable: the letter c and the number that is in the address of the page that shows it (`?comment=`).",
  })
  override id!: string;

  @Field(() => ID, { nullable: true, description: "The number of the prompt; null on the feedback page." })
  promptId!: string | null;

  @Field(() => ID, { description: "The first comment of its thread, which may be itself." })
  threadId!: string;

  @Field(() => Int, {
    description: "How many comments stand between it and the beginning of its thread; 0 for the first one.",
  })
  depth!: number;

  @Field(() => Int, { description: "How many comments stand below it, at any depth." })
  replyCount!: number;

  @Field(() => Boolean, { description: "Whether it was deleted. Its place is kept while it has replies." })
  deleted!: boolean;

  @Field(() => Boolean, {
    description: "Whether a moderator has hidden it. Its author and moderators alone see what it says.",
  })
  hidden!: boolean;

  @Field(() => Boolean, { description: "Whether a moderator has closed its thread: nobody replies." })
  closed!: boolean;

  @Field(() => DateTime, { description: "When it was posted." })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: "When its text was last changed; null if never." })
  editedAt!: Date | null;

  // Not part of the schema; used by its resolvers.
  /** Whether the caller may read what it says. */
  readable!: boolean;
  authorId!: string | null;
  parentId!: string | null;
  path!: string;
}

export const CommentConnection = connectionOf("Comment", () => Comment);

@InputType({ description: "How threads are sorted; ties by id, in the same direction." })
export class CommentOrder {
  @Field(() => CommentOrderField, { description: "By what." })
  field!: CommentOrderField;

  @Field(() => OrderDirection, { description: "In which direction." })
  direction!: OrderDirection;
}

const FROM =
  "Return what comes from this comment on, instead of `after`; ignored where there is no such comment. With both BAD_USER_INPUT.";

/** The arguments of a thread's replies. */
@ArgsType()
export class RepliesArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: FROM })
  from?: string | null;
}

/** The arguments of a page's threads. */
@ArgsType()
export class CommentsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: `${FROM} For a reply that is its thread.` })
  from?: string | null;

  @Field(() => CommentOrder, { nullable: true, description: "The newest thread first, if null." })
  orderBy?: CommentOrder | null;
}

@ArgsType()
export class UpdateCommentArgs {
  @Field(() => ID, { description: "The comment's id." })
  commentId!: string;

  @Field(() => String, { description: BODY })
  @TextCaps({ maxLength: BODY_CAP })
  body!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The `body` that the caller has changed. If the comment says something else by now, which is not the new text either, nothing is written, and the problem is CONFLICT. Without it the last writer wins.",
  })
  @TextCaps({ maxLength: BODY_CAP })
  expectedBody?: string | null;
}

@ArgsType()
export class BodyArgs {
  @Field(() => String, { description: BODY })
  @TextCaps({ maxLength: BODY_CAP })
  body!: string;
}

const UNKNOWN_MENTIONS =
  "Up to 20 names after an @ of which nobody is told: no member of that name shares a prompt or has written a comment that everybody reads. Null when there are problems.";

@Access("public")
@ObjectType({ simpleResolvers: true, description: "The result of writing a comment." })
export class CommentPayload {
  @Field(() => Comment, {
    nullable: true,
    description: "The comment after the change; null when there are problems, and when nothing of it is left.",
  })
  comment!: Comment | null;

  @Field(() => [String], { nullable: true, description: UNKNOWN_MENTIONS })
  unknownMentions!: string[] | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}

@Access("public")
@ObjectType({ simpleResolvers: true, description: "How a comment would look." })
export class PreviewPayload {
  @Field(() => String, { nullable: true, description: "As `Comment.html`; null when there are problems." })
  html!: string | null;

  @Field(() => [String], { nullable: true, description: UNKNOWN_MENTIONS })
  unknownMentions!: string[] | null;

  @Field(() => [ProblemType], { description: "What the caller can put right. Empty on success." })
  problems!: Problem[];
}

@Access("public")
@ObjectType({ description: "The page on which members say what they think of the site." })
export class FeedbackPage {}
