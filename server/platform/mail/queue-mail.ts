import type { EntityManager } from "typeorm";
import type { QueuedMail } from "./mail";

/** Told with the transaction that queues a mail. */
export const MAIL_CHANNEL = "mail_queued";

/**
 * Queues a mail, to be sent by any process once the transaction of `manager` is committed, and never if it is undone. It is
 * sent at least once: a crash at the wrong moment sends it twice, with the same Message-ID.
 * @param key by which it can be withdrawn; it takes the place of a mail with the same key that has not left yet
 */
export async function queueMail(
  manager: EntityManager,
  { kind, to, locale, data }: QueuedMail,
  key: string | null = null,
): Promise<void> {
  // A row of its own each: the process that sends the former one deletes that row when it has left.
  if (key !== null) await withdrawMails(manager, [key]);
  await manager.query(
    `with queued as (insert into mail_queue (kind, recipient, locale, data, key) values ($1, $2, $3, $4, $5) returning id)
     select pg_notify('${MAIL_CHANNEL}', id::text) from queued`,
    [kind, to, locale, JSON.stringify(data), key],
  );
}

/** Takes back mails that have not left yet. */
export async function withdrawMails(manager: EntityManager, keys: readonly string[]): Promise<void> {
  await manager.query(`delete from mail_queue where key = any($1)`, [keys]);
}
