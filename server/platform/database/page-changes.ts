import { Notifications, type NotificationsOptions } from "./notifications";

/** The number of a prompt of which pages show something else now; or anything may have changed. */
export type PageChange = number | "all";

/** The triggers of 20261121120000-notify-page-changes.ts send there. */
const CHANNEL = "page_change";

/**
 * Hears of every change of what pages show, whichever process made it: triggers send it with the transaction that makes the
 * change. After a time in which nobody listened it tells that anything may have changed.
 */
export class PageChanges {
  private readonly listeners = new Set<(change: PageChange) => void>();
  private readonly notifications: Notifications;

  constructor(options: Pick<NotificationsOptions, "url" | "logger">) {
    this.notifications = new Notifications({
      ...options,
      channel: CHANNEL,
      name: "changes of pages",
      onNotification: (payload) => this.tell(payload && /^\d+$/.test(payload) ? Number(payload) : "all"),
    });
  }

  /** Whether changes are heard at present. */
  get listening(): boolean {
    return this.notifications.listening;
  }

  /** @returns what ends the subscription. */
  subscribe(listener: (change: PageChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves after the first try; when that fails, others follow. */
  start(): Promise<void> {
    return this.notifications.start();
  }

  /** Resolves when every change has been told whose transaction had ended before the call. */
  caughtUp(): Promise<void> {
    return this.notifications.caughtUp();
  }

  close(): Promise<void> {
    return this.notifications.close();
  }

  private tell(change: PageChange): void {
    for (const listener of this.listeners) listener(change);
  }
}
