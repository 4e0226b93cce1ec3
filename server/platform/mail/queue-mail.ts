import type { EntityManager } from "typeorm";
import { enqueueJob, removeJobs } from "../jobs/enqueue-job";
import type { JobKind } from "../jobs/job";
import type { QueuedMail } from "./mail";

/** With 13 tries a mail is given up 22 hours after it was queued. */
export const MAIL_JOB: JobKind<QueuedMail> = { name: "mail", maxAttempts: 13 };

const LONGEST_ADDRESS = 254;
/** Nothing that a mail server would take for several addresses, or for a name. */
const ONE_ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/;

/**
 * Queues a mail, to be sent by any process once the transaction of `manager` is committed, and never if it is undone. It is
 * sent at least once: a crash at the wrong moment sends it twice, with the same Message-ID.
 * @param key by which it can be withdrawn; it takes the place of a mail with the same key that has not left yet
 * @throws RangeError where it goes to anything but one address
 */
export async function queueMail(
  manager: EntityManager,
  { kind, to, locale, data }: QueuedMail,
  key: string | null = null,
): Promise<void> {
  if (to.length > LONGEST_ADDRESS || !ONE_ADDRESS.test(to)) throw new RangeError("A mail goes to one address.");
  await enqueueJob(manager, MAIL_JOB, { kind, to, locale, data } as QueuedMail, { key });
}

/** Takes back mails that have not left yet. One that is being sent at present is not tried again. */
export function withdrawMails(manager: EntityManager, keys: readonly string[]): Promise<void> {
  return removeJobs(manager, MAIL_JOB, keys);
}
