import type { DataSource } from "typeorm";
import { Parameters, readRows } from "../../platform/database/read-rows";
import { readPage, type Connection } from "../../platform/graphql/connection";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { keysetConditions, keysetOrder, pageWindow, type PageWindow } from "../../platform/graphql/page-window";
import { UserOrderField, type UsersArgs } from "./user.input";
import { User, UserConnection } from "./user.type";
import { usernameKey } from "./username-key";

export interface UserRow {
  id: string;
  username: string;
  username_key: string;
  prompt_count: number;
  created_at: Date;
}

const COLUMNS = "id, username, username_key, prompt_count, created_at";

const ORDERS = {
  [UserOrderField.USERNAME]: { column: "username_key", key: "text", of: (row: UserRow) => row.username_key },
  [UserOrderField.PROMPT_COUNT]: { column: "prompt_count", key: "integer", of: (row: UserRow) => row.prompt_count },
  [UserOrderField.CREATED_AT]: { column: "created_at", key: "time", of: (row: UserRow) => row.created_at.getTime() },
} as const;

/** A page of authors, the users who share at least one prompt. */
export function readUserPage(dataSource: DataSource, args: UsersArgs): Promise<Connection<User>> {
  const field = args.orderBy?.field ?? UserOrderField.USERNAME;
  const { column, key, of } = ORDERS[field];
  const list = listDigest("users");
  const order: CursorOrder = { list, sort: field, direction: args.orderBy?.direction ?? "ASC", key };
  return readPage<UserRow, User>(UserConnection, pageWindow(args, order), {
    read: (window) => readUserRows(dataSource, window, column),
    count: async () =>
      (
        await readRows<{ count: number }>(
          dataSource,
          `select count(*)::int as count from user_account where prompt_count > 0`,
        )
      )[0]?.count ?? 0,
    position: (row) => ({ key: of(row), id: Number(row.id) }),
    node: (row) => toUser(row),
  });
}

function readUserRows(dataSource: DataSource, window: PageWindow, column: string): Promise<UserRow[]> {
  const parameters = new Parameters();
  const conditions = ["prompt_count > 0", ...keysetConditions(window, column, "id", parameters.bind)];
  return readRows<UserRow>(
    dataSource,
    `select ${COLUMNS} from user_account where ${conditions.join(" and ")}
     order by ${keysetOrder(window, column, "id")} limit ${String(window.limit)}`,
    parameters.values,
  );
}

/** The author with this name; null for users who share nothing, because the existence of an account is not public. */
export async function readAuthor(dataSource: DataSource, username: string): Promise<User | null> {
  const key = usernameKey(username);
  if (key === undefined) return null;
  const rows = await readRows<UserRow>(
    dataSource,
    `select ${COLUMNS} from user_account where username_key = $1 and prompt_count > 0`,
    [key],
  );
  return rows[0] ? toUser(rows[0]) : null;
}

export function toUser(row: Omit<UserRow, "username_key">): User {
  return Object.assign(new User(), {
    id: row.id,
    username: row.username,
    createdAt: row.created_at,
    promptCount: row.prompt_count,
  });
}
