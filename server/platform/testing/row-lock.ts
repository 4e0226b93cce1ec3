import type { DataSource, EntityManager, QueryRunner } from "typeorm";

/**
 * Forces a race: a change between a request's check and its write. Locks the account's row, waits until the requests are
 * blocked by the lock, makes the change, and lets the requests continue.
 */
export function changeUnderneath<Answer>(
  dataSource: DataSource,
  username: string,
  requests: () => Promise<Answer>[],
  change: (manager: EntityManager, userId: string) => Promise<unknown>,
): Promise<Answer[]> {
  return blockedBy(dataSource, requests, async (runner) => {
    const [account] = (await runner.query(
      `select a.user_id from account a join user_account u on u.id = a.user_id where u.username = $1 for update of a`,
      [username],
    )) as { user_id: string }[];
    if (!account) throw new Error(`There is no ${username}.`);
    return () => change(runner.manager, account.user_id);
  });
}

/** Forces a race: the account's sessions end, without a lock of the account, when the requests have found them to be valid. */
export function endSessionsUnderneath<Answer>(
  dataSource: DataSource,
  username: string,
  requests: () => Promise<Answer>[],
): Promise<Answer[]> {
  return blockedBy(dataSource, requests, async (runner) => {
    await runner.query(`delete from session s using user_account u where u.id = s.user_id and u.username = $1`, [
      username,
    ]);
    return () => Promise.resolve();
  });
}

/** @param lock runs first, in a transaction, and returns what to do in it once the requests wait for it */
async function blockedBy<Answer>(
  dataSource: DataSource,
  requests: () => Promise<Answer>[],
  lock: (runner: QueryRunner) => Promise<() => Promise<unknown>>,
): Promise<Answer[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    const [{ pid } = { pid: 0 }] = (await runner.query(`select pg_backend_pid() as pid`)) as { pid: number }[];
    const change = await lock(runner);
    const sent = requests();
    // Until all have come as far as to wait for the lock.
    let waiting = 0;
    while (waiting < sent.length) {
      const blocked = await dataSource.query<unknown[]>(
        `select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) or wait_event_type = 'Lock' and datname = current_database()`,
        [pid],
      );
      waiting = blocked.length;
    }
    await change();
    await runner.commitTransaction();
    return await Promise.all(sent);
  } finally {
    await runner.release();
  }
}

/** How many statements wait for a lock. */
export async function countLockWaiters(dataSource: DataSource): Promise<number> {
  const waiting = await dataSource.query<unknown[]>(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return waiting.length;
}
