import type { NotificationKind } from "../notification";

/** One line of a digest. */
export interface DigestItem {
  kind: NotificationKind;
  /** Who wrote it; null for moderators, and for deleted accounts. */
  author: string | null;
  /** The title of the prompt; null for the feedback page, and where it is about neither. Another member's is without addresses. */
  title: string | null;
}

/** The template data of digests. What they tell is read when they are sent: `items` and `more` are empty in the queue. */
export interface DigestMailData {
  digest: {
    username: string;
    userId: string;
    /** The newest notification when it was queued. */
    upTo: string;
    items: DigestItem[];
    /** How many there are besides. */
    more: number;
    /** The page of notifications. */
    url: string;
    /** Where a POST stops these mails, for mail programs. */
    stopAddress: string;
    /** The page that stops them, for people. */
    stopUrl: string;
  };
}

declare module "../../platform/mail/mail" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- extends MailData by declaration merging
  interface MailData extends DigestMailData {}
}
