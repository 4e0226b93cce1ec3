import { mkdir, open, rename } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Config } from "../config/config";
import type { RenderedMail } from "./render-mail";

/** A rendered mail, ready to be sent. */
export interface OutgoingMail extends RenderedMail {
  /** Unique per mail, and the same for every attempt: a UUID. */
  id: string;
  to: string;
  locale: string;
}

export interface MailTransport {
  /** Resolves when the mail has been accepted for delivery. */
  send(mail: OutgoingMail): Promise<void>;
}

/** Generous timeouts: each is much longer than a mail server needs. */
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 20_000;

/** The folder to which mails are written while no mail server is configured. */
export function outboxFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "outbox");
}

export function mailTransport(config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">): MailTransport {
  return config.smtpUrl === undefined
    ? outboxTransport(outboxFolder(config), config.mailFrom)
    : smtpTransport(config.smtpUrl, config.mailFrom);
}

function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    // Query parameters of the address override these options: ?requireTLS=false, ?tls.rejectUnauthorized=false, …
    url,
    // With opportunistic STARTTLS, a man in the middle could strip the offer and read the password.
    requireTLS: mustEncrypt(new URL(url)),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
  });
  return {
    async send(mail) {
      await transport.sendMail(message(mail, from));
    },
  };
}

function mustEncrypt({ protocol, username, hostname }: URL): boolean {
  const isLoopback =
    hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."));
  return protocol === "smtp:" && username !== "" && !isLoopback;
}

/** Writes mails to files, if there is no mail server; only the site's account can read them. */
function outboxTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message: content } = await composer.sendMail(message(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[-:.]/g, "")}-${mail.id}.eml`;
      const unfinished = join(folder, `.${name}`);
      const file = await open(unfinished, "w", 0o600);
      try {
        await file.writeFile(content as Buffer);
        // The queue deletes the mail next, durably; so the file must survive a power cut too.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, name));
    },
  };
}

function message({ id, to, locale, subject, html, text, stopAddress }: OutgoingMail, from: string) {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    // An object counts as a single address, whatever it contains.
    to: { name: "", address: to },
    subject,
    text,
    html,
    // The same for every attempt, so that mail programs show a mail that arrives twice only once.
    messageId: `<${id}@${domain}>`,
    headers: {
      "Content-Language": locale,
      // Suppresses out-of-office replies.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(stopAddress === undefined
        ? {}
        : { "List-Unsubscribe": `<${stopAddress}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
