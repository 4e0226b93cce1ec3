import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { DataSource } from "typeorm";
import type { Locale } from "../../../product.config";
import { Notifications } from "../database/notifications";
import type { MailContent } from "./mail";
import type { MailTransport } from "./mail-transport";
import { MAIL_CHANNEL } from "./queue-mail";
import { renderMail } from "./render-mail";

/** How many mails one process sends at a time: one slow mail server must not hold up everybody's links. */
const LANES = 4;
const FIRST_RETRY_SECONDS = 30;
const LAST_RETRY_SECONDS = 4 * 60 * 60;
/** With those pauses a mail is given up about a day after it was queued. */
const MOST_ATTEMPTS = 15;
/** What could not be sent is kept for whoever looks for the reason. */
const KEEP_FAILED_DAYS = 30;

export interface MailWorkerOptions {
  dataSource: DataSource;
  /** For the connection that listens. */
  url: string;
  transport: MailTransport;
  logger: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  /** How often the queue is looked at without being told: for what is to be tried again. */
  pollMs?: number;
  /** When a mail that a process has begun to send counts as lost with that process. */
  leaseSeconds?: number;
}

type Claimed = MailContent & {
  id: string;
  recipient: string;
  locale: Locale;
  created_at: Date;
  attempts: number;
};

/**
 * Sends what is queued; one runs in every process. A mail is claimed by setting its next try to a time by which it has long
 * been sent: a process that dies leaves it to the others then, and no transaction is open while a mail server takes its time.
 */
export class MailWorker {
  private readonly notifications: Notifications;
  private readonly lanes = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private woken = false;
  private closed = false;
  private unreachable = false;

  constructor(private readonly options: MailWorkerOptions) {
    this.notifications = new Notifications({
      url: options.url,
      channel: MAIL_CHANNEL,
      name: "queued mails",
      logger: options.logger,
      onNotification: () => this.wake(),
    });
  }

  async start(): Promise<void> {
    this.timer = setInterval(() => this.wake(), this.options.pollMs ?? 5000).unref();
    await this.notifications.start();
    this.wake();
  }

  /** Begins no other mail, and waits for those under way; what is not sent by then is sent again later. */
  async close(limitMs: number): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await this.notifications.close();
    await Promise.race([Promise.all(this.lanes), delay(limitMs, undefined, { ref: false })]);
  }

  private wake(): void {
    this.woken = true;
    if (this.closed || this.lanes.size >= LANES) return;
    const lane = this.work().finally(() => this.lanes.delete(lane));
    this.lanes.add(lane);
  }

  /** Sends one mail after the other until there is none. Whoever is woken after the last look is seen by the next. */
  private async work(): Promise<void> {
    try {
      while (this.woken) {
        this.woken = false;
        for (let mail = await this.claim(); mail; mail = await this.claim()) {
          // There may be another one: the next lane looks for it meanwhile.
          this.wake();
          await this.deliver(mail);
        }
        this.unreachable = false;
      }
    } catch (err) {
      if (!this.unreachable) this.options.logger.warn({ err }, "The mail queue cannot be read, trying on");
      this.unreachable = true;
    }
  }

  private async claim(): Promise<Claimed | undefined> {
    if (this.closed) return undefined;
    const [rows] = await this.options.dataSource.query<[Claimed[], number]>(
      `update mail_queue set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
       where id = (
         select id from mail_queue where failed_at is null and next_attempt_at <= now()
         order by next_attempt_at limit 1 for update skip locked
       )
       returning id, kind, recipient, locale, data, created_at, attempts`,
      [this.options.leaseSeconds ?? 120],
    );
    return rows[0];
  }

  private async deliver(mail: Claimed): Promise<void> {
    const { dataSource, transport, logger } = this.options;
    const { id, recipient, locale, kind, attempts } = mail;
    try {
      const rendered = await renderMail(mail, locale);
      await transport.send({ ...rendered, id, to: recipient, locale, queuedAt: mail.created_at });
    } catch (error) {
      const reason = describeFailure(error);
      const final = attempts >= MOST_ATTEMPTS || isRefusedForGood(error);
      logger[final ? "error" : "warn"](
        { mail: id, kind, attempts, reason },
        final ? "A mail is given up" : "A mail has to wait",
      );
      await (final ? this.giveUp(mail, reason) : this.postpone(mail, reason));
      return;
    }
    await dataSource.query(`delete from mail_queue where id = $1`, [id]);
    logger.info({ mail: id, kind, attempts }, "A mail was sent");
  }

  /** Unless another process has taken the mail for lost meanwhile: then it is that one's. */
  private async postpone({ id, attempts }: Claimed, reason: string): Promise<void> {
    await this.options.dataSource.query(
      `update mail_queue set next_attempt_at = now() + make_interval(secs => $3), last_error = $4 where id = $1 and attempts = $2`,
      [id, attempts, retryAfter(attempts), reason],
    );
  }

  private async giveUp({ id, attempts }: Claimed, reason: string): Promise<void> {
    const { dataSource } = this.options;
    await dataSource.query(
      `update mail_queue set failed_at = now(), data = '{}', last_error = $3 where id = $1 and attempts = $2`,
      [id, attempts, reason],
    );
    await dataSource.query(`delete from mail_queue where failed_at < now() - make_interval(days => $1)`, [
      KEEP_FAILED_DAYS,
    ]);
  }
}

/**
 * Seconds until the next try: twice as long each time, and a little earlier or later, so that mails that met a closed door
 * together do not come back together.
 */
export function retryAfter(attempts: number, chance: number = Math.random()): number {
  return Math.min(LAST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (attempts - 1)) * (0.8 + 0.4 * chance);
}

/** Codes alone: what a mail server says repeats addresses, and what rendering says might repeat a link. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const parts = [
    "code" in error ? error.code : error.name,
    "responseCode" in error ? error.responseCode : undefined,
    "command" in error ? error.command : undefined,
  ];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" ");
}

/** There is no such mailbox. Asking again would only make us look like somebody who guesses addresses. */
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
