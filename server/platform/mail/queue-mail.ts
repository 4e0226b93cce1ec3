import type { EntityManager } from "typeorm";
import type { QueuedMail } from "./mail";

/** Told with the transaction that queues a mail. */
export const MAIL_CHANNEL = "mail_queued";

/**
 * Queues a mail, to be sent by any process once the transaction of `manager` is committed, and never if it is undone. It is
 * sent at least once: a crash at the wrong moment sends it twice, with the same Message-ID.
 */
export async function queueMail(manager: EntityManager, { kind, to, locale, data }: QueuedMail): Promise<void> {
  await manager.query(
    `with queued as (insert into mail_queue (kind, recipient, locale, data) values ($1, $2, $3, $4) returning id)
     select pg_notify('${MAIL_CHANNEL}', id::text) from queued`,
    [kind, to, locale, JSON.stringify(data)],
  );
}
