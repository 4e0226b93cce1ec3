import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { JobPostponed, type JobTask, jobTask } from "../jobs/job";
import type { MailData, MailKind, MailTexts, QueuedMail } from "./mail";
import type { MailTransport } from "./mail-transport";
import { MAIL_JOB } from "./queue-mail";
import { renderMail } from "./render-mail";

type MailOfKind<Kind extends MailKind> = Pick<QueuedMail, "to" | "locale"> & { kind: Kind; data: MailData[Kind] };

/** For mails that must not come twice, and may rather be lost. */
interface Delivery {
  /** Called before the mail is handed over. */
  sending(): Promise<void>;
  /** Called if it was certainly not accepted. If the process is killed, or the server's answer lost, nobody knows. */
  refused(): Promise<void>;
}

/** Kinds of mails whose data is read when they are sent. Null: there is nothing to send any more. */
export type MailContents = {
  readonly [Kind in MailKind]?: (
    mail: MailOfKind<Kind>,
  ) => Promise<{ mail: MailOfKind<Kind>; delivery: Delivery } | null>;
};

export interface MailTaskOptions {
  transport: MailTransport;
  /** The content of every kind of mail. */
  texts: MailTexts;
  contents?: MailContents;
  logger: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
}

interface Current {
  mail: QueuedMail;
  delivery?: Delivery;
}

/** Sends queued mails. Neither the log nor stored errors contain addresses or links. */
export function mailTask({ transport, texts, contents = {}, logger }: MailTaskOptions): JobTask {
  return jobTask(MAIL_JOB, async (mail, { id: job, attempts, isLastAttempt }) => {
    const { id = randomUUID(), kind, to, locale } = mail;
    try {
      const read = contents[kind] as ((mail: QueuedMail) => Promise<Current | null>) | undefined;
      const current = read ? await read(mail) : { mail };
      if (!current) {
        logger.info({ mail: id, job, kind, attempts }, "A mail was not needed any more");
        return;
      }
      const rendered = await renderMail(texts, current.mail, locale);
      await current.delivery?.sending();
      try {
        await transport.send({ ...rendered, id, to, locale });
      } catch (error) {
        if (isRefusal(error)) await current.delivery?.refused();
        throw error;
      }
    } catch (error) {
      const told = { mail: id, job, kind, attempts, reason: describeFailure(error) };
      if (!isLastAttempt && !isRefusedForGood(error)) {
        logger.warn(told, "A mail has to wait");
        throw new JobPostponed(told.reason);
      }
      logger.error(told, "A mail is given up");
      return;
    }
    logger.info({ mail: id, job, kind, attempts }, "A mail was sent");
  });
}

/** Only codes: a mail server's message repeats addresses, and a rendering error might repeat a link. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const parts = [
    "code" in error ? error.code : error.name,
    "responseCode" in error ? error.responseCode : undefined,
    "command" in error ? error.command : undefined,
  ];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" ");
}

/** The mail server has answered that it does not take the mail, or was not reached at all. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ("responseCode" in error && Number(error.responseCode) >= 400) || ("command" in error && error.command === "CONN")
  );
}

/** The mailbox does not exist. Retrying would only make us look like an address guesser. */
function isRefusedForGood(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "EENVELOPE" &&
    "command" in error &&
    error.command === "RCPT TO" &&
    "responseCode" in error &&
    [550, 551, 553].includes(Number(error.responseCode))
  );
}
