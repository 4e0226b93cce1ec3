import { Notifications, type NotificationsOptions } from "./notifications";

/**
 * The id of a prompt whose public content has changed; whose comments have changed, a prompt's or (null) those of the feedback page;
 * or "all" if any page may have changed.
 */
export type PageChange = number | { commentsOf: number | null } | "all";

/**
 * Reports every change to the content of pages, by any process: triggers (20261121120000-notify-page-changes.ts and
 * 20261124100000-create-comments.ts) send a notification within the transaction of the change. After a lost connection it reports that
 * anything may have changed.
 */
export class PageChanges {
  private readonly listeners = new Set<(change: PageChange) => void>();
  /** The connection, which others may listen on too. */
  readonly notifications: Notifications;

  constructor(options: NotificationsOptions) {
    this.notifications = new Notifications(options);
    this.notifications.subscribe("page_change", (payload) => this.notify(parseChange(payload)));
  }

  /** Whether changes are being received. */
  get listening(): boolean {
    return this.notifications.listening;
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: (change: PageChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves after the first attempt; if it fails, it is retried in the background. */
  start(): Promise<void> {
    return this.notifications.start();
  }

  /** Resolves when the changes of all transactions that ended before the call have been reported. */
  async caughtUp(): Promise<void> {
    if (!(await this.notifications.caughtUp())) this.notify("all");
  }

  close(): Promise<void> {
    return this.notifications.close();
  }

  private notify(change: PageChange): void {
    for (const listener of this.listeners) listener(change);
  }
}

function parseChange(payload = ""): PageChange {
  const [, comments, number] = /^(comments)? ?(\d+)?$/.exec(payload) ?? [];
  if (comments !== undefined) return { commentsOf: number === undefined ? null : Number(number) };
  return number === undefined ? "all" : Number(number);
}
