import { Args, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from "type-graphql";
import { requireSession } from "../../platform/domain/access";
import { Access } from "../../platform/graphql/access";
import type { Connection } from "../../platform/graphql/connection";
import { ChangesNoPage } from "../../platform/graphql/page-mutations";
import { RequestContext } from "../../platform/graphql/context";
import { PageArgs } from "../../platform/graphql/page.args";
import { Viewer, viewerOf, ViewerPayload } from "../account";
import { Comment, loadComment } from "../comment";
import { actLoader, ModerationAct } from "../moderation";
import { countUnread, readNotifications } from "./notification.reader";
import { markRead } from "./notification.service";
import { MarkNotificationsReadArgs, MAX_UNREAD, Notification, NotificationConnection } from "./notification.type";

const COUNT_COST = 20;

@Resolver(() => Notification)
export class NotificationResolver {
  @Access("session")
  @Mutation(() => ViewerPayload, {
    description:
      "Marks notifications of the viewer's as read: some, or everything up to one. Those of others, and those that are gone, are ignored.",
  })
  @ChangesNoPage()
  async markNotificationsRead(
    @Args(() => MarkNotificationsReadArgs) args: MarkNotificationsReadArgs,
    @Ctx() context: RequestContext,
  ): Promise<ViewerPayload> {
    await markRead(context.dataSource, context.actor, args);
    return { viewer: await viewerOf(context), problems: [] };
  }

  @FieldResolver(() => Comment, { nullable: true, description: "The comment; null for what moderators did." })
  comment(@Root() { commentId }: Notification, @Ctx() context: RequestContext): Promise<Comment | null> | null {
    return commentId === null ? null : loadComment(context, commentId);
  }

  @FieldResolver(() => ModerationAct, { nullable: true, description: "What a moderator did; null for comments." })
  act(@Root() { actId }: Notification, @Ctx() context: RequestContext): Promise<ModerationAct | null> | null {
    return actId === null ? null : context.loader(actLoader).load(actId);
  }
}

/** The fields that this feature adds to `Viewer`. */
@Resolver(() => Viewer)
export class ViewerNotificationsResolver {
  @Access("session")
  @FieldResolver(() => NotificationConnection, { description: "What the viewer is told, the newest first." })
  notifications(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { dataSource, actor }: RequestContext,
  ): Promise<Connection<Notification>> {
    return readNotifications(dataSource, requireSession(actor).userId, args);
  }

  @Access("session")
  @FieldResolver(() => Int, {
    complexity: COUNT_COST,
    description: `How many of them the viewer has not read; ${String(MAX_UNREAD)} means that many or more.`,
  })
  unreadNotificationCount(@Ctx() { dataSource, actor }: RequestContext): Promise<number> {
    return countUnread(dataSource, requireSession(actor).userId);
  }
}
