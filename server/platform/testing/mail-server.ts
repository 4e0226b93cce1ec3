import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMail extends Email {
  /** The recipients in the SMTP envelope. */
  recipients: string[];
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** Everything that was accepted, in order. */
  mails: ReceivedMail[];
  /** The next mail to an address, which may not have arrived yet; each mail is returned once. */
  mailTo(address: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** A real SMTP server in the test's process. Hooks in `options` run first; `accept` may delay the response to a mail. */
export async function startMailServer(
  options: SMTPServerOptions & { accept?: (mail: ReceivedMail) => Promise<void> } = {},
): Promise<MailServer> {
  const { accept, ...settings } = options;
  const mails: ReceivedMail[] = [];
  const handedOut = new Set<ReceivedMail>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...settings,
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const receive = async () => {
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          const received = { ...mail, recipients: envelope.rcptTo.map(({ address }) => address) };
          await accept?.(received);
          mails.push(received);
          for (const look of waiting) look();
        };
        receive().then(
          () => callback(),
          (error: unknown) => callback(error as Error),
        );
      });
    },
  });
  // Tests disconnect clients on purpose.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo: (address) =>
      new Promise((resolve) => {
        const look = () => {
          const found = mails.find((mail) => mail.recipients.includes(address) && !handedOut.has(mail));
          if (!found) return;
          handedOut.add(found);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
