import DataLoader from "dataloader";
import { readRows } from "../../platform/database/read-rows";
import type { LoaderFactory } from "../../platform/database/loader";
import { toUser, type UserRow } from "./user.reader";
import type { User } from "./user.type";

/** Members who share a prompt, by id; null for every other: the existence of an account is not public. */
export const authorLoader: LoaderFactory<string, User | null> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<UserRow>(
      dataSource,
      `select id, username, username_key, prompt_count, created_at from user_account where id = any($1::bigint[]) and prompt_count > 0`,
      [ids],
    );
    const authors = new Map(rows.map((row) => [row.id, toUser(row)]));
    return ids.map((id) => authors.get(id) ?? null);
  });

export const userLoader: LoaderFactory<string, User> = (dataSource) =>
  new DataLoader(async (ids) => {
    const rows = await readRows<UserRow>(
      dataSource,
      `select id, username, username_key, prompt_count, created_at from user_account where id = any($1::bigint[])`,
      [ids],
    );
    const users = new Map(rows.map((row) => [row.id, toUser(row)]));
    return ids.map((id) => users.get(id) ?? new Error(`User ${id} is gone.`));
  });
