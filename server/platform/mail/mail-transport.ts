import { mkdir, open, rename } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Config } from "../config/config";
import type { RenderedMail } from "./render-mail";

/** A mail as it goes out. */
export interface OutgoingMail extends RenderedMail {
  /** The same at every try, and no other mail's: digits and a hyphen. */
  id: string;
  to: string;
  locale: string;
  queuedAt: Date;
}

export interface MailTransport {
  /** Resolves when the mail is safe with somebody else. */
  send(mail: OutgoingMail): Promise<void>;
}

/** Each much longer than a mail server needs. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

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
    // What the address says after its question mark wins over the rest: ?requireTLS=false, ?tls.rejectUnauthorized=false, …
    url,
    // With STARTTLS only where it is offered, whoever stands in between takes the offer away and reads the password.
    requireTLS: mustEncrypt(new URL(url)),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
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

/** Writes mails as files, for whoever has no mail server: readable for the account of the site alone. */
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
        // The queue forgets the mail next; that outlives a power cut, so this must too.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, name));
    },
  };
}

function message({ id, to, locale, queuedAt, subject, html, text }: OutgoingMail, from: string) {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    from,
    // An object is taken for one address, whatever it holds.
    to: { name: "", address: to },
    subject,
    text,
    html,
    // The same at every try, so that who gets a mail twice is shown it once.
    messageId: `<${id}.${queuedAt.getTime()}@${domain}>`,
    headers: {
      "Content-Language": locale,
      // No holiday notes, please.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
