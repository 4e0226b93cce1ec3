import type { DataSource } from "typeorm";
import { usernameKey } from "../user";

/** For whoever runs the site: makes a member a moderator, or takes that away. @returns whether there is such a member */
export async function setModerator(dataSource: DataSource, username: string, isModerator: boolean): Promise<boolean> {
  const key = usernameKey(username);
  if (key === undefined) return false;
  const [, count] = await dataSource.query<[unknown[], number]>(
    `update account set is_moderator = $2 from user_account u
     where u.id = account.user_id and u.username_key = $1 and account.closed_at is null`,
    [key, isModerator],
  );
  return count > 0;
}
