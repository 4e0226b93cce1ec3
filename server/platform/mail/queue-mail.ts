import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { enqueueJob, removeJobs } from "../jobs/enqueue-job";
import type { JobKind } from "../jobs/job";
import type { QueuedMail } from "./mail";

/** With 13 attempts, sending is given up 22 hours after the mail was queued. */
export const MAIL_JOB: JobKind<MailPayload> = { name: "mail", maxAttempts: 13 };

export type MailPayload = QueuedMail & {
  /**
   * Identifies the mail to its recipient. Random: the number of the job would tell how many others have been queued in between.
   * Mails that were queued by earlier releases have none.
   */
  id?: string;
};

const LONGEST_ADDRESS = 254;
/** Excludes anything that a mail server would parse as several addresses or as a name. */
const ONE_ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/;

/**
 * Queues a mail, to be sent by any process once the transaction of `manager` is committed, or never if it is rolled back. It is
 * sent at least once: a crash at the wrong moment sends it twice, with the same Message-ID.
 * @param key for removing it; it replaces a mail with the same key that has not been sent yet
 * @throws RangeError unless the recipient is a single address
 */
export async function queueMail(
  manager: EntityManager,
  { kind, to, locale, data }: QueuedMail,
  key: string | null = null,
): Promise<void> {
  if (to.length > LONGEST_ADDRESS || !ONE_ADDRESS.test(to)) throw new RangeError("A mail goes to one address.");
  await enqueueJob(manager, MAIL_JOB, { id: randomUUID(), kind, to, locale, data } as MailPayload, { key });
}

/** Removes mails that have not been sent. One that is being sent is not retried. */
export function withdrawMails(manager: EntityManager, keys: readonly string[]): Promise<void> {
  return removeJobs(manager, MAIL_JOB, keys);
}
