import type { DataSource } from "typeorm";
import type { Actor } from "../../platform/domain/actor";
import { badInputError } from "../../platform/domain/domain-error";
import { withCurrentAccount } from "../account";

/** What was told is kept for this long. */
const KEPT = "1 year";
const SWEEP_BATCH = 1000;

/** What a member has read: some, or everything up to one. */
export interface ReadNotifications {
  notificationIds?: readonly string[] | null | undefined;
  upTo?: string | null | undefined;
}

/**
 * Marks what the member has read. Ids that are not theirs, or are gone, count as nothing.
 * @throws BAD_USER_INPUT for what cannot be an id, UNAUTHENTICATED
 */
export async function markRead(
  dataSource: DataSource,
  actor: Actor,
  { notificationIds: ids, upTo }: ReadNotifications,
): Promise<void> {
  const [known, last] = [
    (ids ?? []).map((id) => checkedId(id, "notificationIds")),
    upTo == null ? null : checkedId(upTo, "upTo"),
  ];
  await withCurrentAccount(dataSource, actor, (manager, { userId }) =>
    manager.query(
      `update notification set read_at = now()
       where user_id = $1 and read_at is null and (id = any($2::bigint[]) or id <= $3::bigint)`,
      [userId, known, last],
    ),
  );
}

function checkedId(id: string, argument: string): string {
  if (!/^[1-9]\d{0,17}$/.test(id)) throw badInputError(`"${argument}" has what cannot be an id.`, argument);
  return id;
}

/** Deletes what is a year old. Repeated until nothing is left. */
export async function sweepNotifications(dataSource: DataSource): Promise<void> {
  for (;;) {
    const [rows] = await dataSource.query<[unknown[], number]>(
      `delete from notification where id in (
         select id from notification where created_at < now() - interval '${KEPT}' limit ${String(SWEEP_BATCH)}
       ) returning id`,
    );
    if (rows.length < SWEEP_BATCH) return;
  }
}
