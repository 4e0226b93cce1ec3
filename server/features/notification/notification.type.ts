import { ArgsType, Field, ID, ObjectType, registerEnumType } from "type-graphql";
import { LIMITS } from "../../../contract/limits";
import { Access } from "../../platform/graphql/access";
import { connectionOf } from "../../platform/graphql/connection";
import { DateTime } from "../../platform/graphql/scalars";
import { TextCaps } from "../../platform/graphql/text-caps";
import type { NotificationKind } from "./notification.entity";

const NotificationKindEnum = {
  REPLY: "REPLY",
  COMMENT: "COMMENT",
  MENTION: "MENTION",
  MODERATION: "MODERATION",
} as const satisfies Record<NotificationKind, NotificationKind>;

registerEnumType(NotificationKindEnum, {
  name: "NotificationKind",
  description: "What a member is told.",
  valuesConfig: {
    REPLY: { description: "Somebody has answered their comment." },
    COMMENT: { description: "Somebody has commented on their prompt." },
    MENTION: { description: "Somebody has mentioned them in a comment." },
    MODERATION: { description: "A moderator has decided about what they wrote, or about their account." },
  },
});

@Access("session")
@ObjectType({
  description:
    "What the viewer is told. It vanishes together with the comment, while that is hidden, and after a year.",
})
export class Notification {
  @Field(() => ID, {
    simple: true,
    description: "For `markNotificationsRead`: the letter n and a number, which is higher for later ones.",
  })
  id!: string;

  @Field(() => NotificationKindEnum, { simple: true, description: "What it is about." })
  kind!: NotificationKind;

  @Field(() => Boolean, { simple: true, description: "Whether the viewer has read it." })
  read!: boolean;

  @Field(() => DateTime, { simple: true, description: "Since when." })
  createdAt!: Date;

  // Not part of the schema; used by its resolvers.
  commentId!: string | null;
  actId!: string | null;
}

export const NotificationConnection = connectionOf("Notification", () => Notification);

@ArgsType()
export class MarkNotificationsReadArgs {
  @Field(() => [ID], { nullable: true, description: "The ids of those that were read." })
  @TextCaps({ maxItems: LIMITS.pageSize })
  notificationIds?: string[] | null;

  @Field(() => ID, {
    nullable: true,
    description: "Marks this one and all that came before it: what has come meanwhile stays unread.",
  })
  upTo?: string | null;
}

/** The most that `unreadNotificationCount` counts. */
export const MAX_UNREAD = 100;
