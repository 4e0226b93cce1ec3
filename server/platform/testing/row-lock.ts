import { setTimeout as delay } from "node:timers/promises";
import type { DataSource, EntityManager } from "typeorm";

/**
 * Forces a race: a change between a request's check and its write. Locks the account's row, waits until the requests are
 * blocked by the lock, makes the change, and lets the requests continue.
 */
export async function changeUnderneath<Answer>(
  dataSource: DataSource,
  username: string,
  requests: () => Promise<Answer>[],
  change: (manager: EntityManager, userId: string) => Promise<unknown>,
): Promise<Answer[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    const [account] = (await runner.query(
      `select a.user_id, pg_backend_pid() as pid from account a join user_account u on u.id = a.user_id where u.username = $1 for update of a`,
      [username],
    )) as { user_id: string; pid: number }[];
    if (!account) throw new Error(`There is no ${username}.`);
    const sent = requests();
    await waitFor(async () => {
      const waiting = await dataSource.query<unknown[]>(
        `select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) or wait_event_type = 'Lock' and datname = current_database()`,
        [account.pid],
      );
      return waiting.length >= sent.length;
    });
    await change(runner.manager, account.user_id);
    await runner.commitTransaction();
    return await Promise.all(sent);
  } finally {
    await runner.release();
  }
}

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await isTrue()) return;
    await delay(10);
  }
  throw new Error("No request has come as far as to wait for the account.");
}
