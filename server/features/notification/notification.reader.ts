import type { DataSource } from "typeorm";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { type Connection, readPage } from "../../platform/graphql/connection";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { keysetConditions, keysetOrder, pageWindow } from "../../platform/graphql/page-window";
import type { PageArgs } from "../../platform/graphql/page.args";
import { visibleTo } from "../prompt";
import type { NotificationKind } from "./notification.entity";
import { MAX_UNREAD, Notification, NotificationConnection } from "./notification.type";

interface NotificationRow {
  id: string;
  kind: NotificationKind;
  comment_id: string | null;
  act_id: string | null;
  created_at: Date;
  read: boolean;
}

/**
 * SQL for whether notification `n` is there for its member: while its comment is, and they may see what it is about.
 * @param user SQL of the member's id
 */
export function isThere(user: string): string {
  const isVisible = `(select ${visibleTo(user)} from prompt p where p.id = c.prompt_id)`;
  // Not EXISTS beside OR: PostgreSQL would make a list of all live comments of it.
  return `case when n.comment_id is null then true else coalesce((
    select c.live and case when c.prompt_id is null then true else ${isVisible} end from comment c where c.id = n.comment_id
  ), false) end`;
}

/** What a member is told, the newest first. */
export function readNotifications(
  dataSource: DataSource,
  userId: string,
  args: PageArgs,
): Promise<Connection<Notification>> {
  const list = listDigest("notifications", userId);
  const order: CursorOrder = { list, sort: "NOTIFICATION", direction: "DESC", key: "integer" };
  return readPage<NotificationRow, Notification>(NotificationConnection, pageWindow(args, order), {
    read: (window) => {
      const { bind, values } = new Parameters();
      const user = `${bind(userId)}::bigint`;
      const conditions = [`n.user_id = ${user}`, isThere(user), ...keysetConditions(window, "n.id", "n.id", bind)];
      return readRows<NotificationRow>(
        dataSource,
        `select n.id, n.kind, n.comment_id, n.act_id, n.created_at, n.read_at is not null as read from notification n
         where ${conditions.join(" and ")} order by ${keysetOrder(window, "n.id", "n.id")} limit ${String(window.limit)}`,
        values,
      );
    },
    count: async () => {
      const sql = `select count(*)::int as count from notification n where n.user_id = $1::bigint and ${isThere("$1::bigint")}`;
      return (await readRows<{ count: number }>(dataSource, sql, [userId]))[0]?.count ?? 0;
    },
    position: ({ id }) => ({ key: Number(id), id: Number(id) }),
    node: (row) =>
      Object.assign(new Notification(), {
        id: row.id,
        kind: row.kind,
        read: row.read,
        createdAt: row.created_at,
        commentId: row.comment_id,
        actId: row.act_id,
      }),
  });
}

/** How much a member has not read, `MAX_UNREAD` at most. */
export async function countUnread(dataSource: DataSource, userId: string): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    dataSource,
    `select count(*)::int as count from (
       select 1 from notification n where n.user_id = $1::bigint and n.read_at is null and ${isThere("$1::bigint")}
       order by n.id desc limit ${String(MAX_UNREAD)}
     ) unread`,
    [userId],
  );
  return row?.count ?? 0;
}
