import type { PageTag } from "../domain/page-tag";
import { Notifications, type NotificationsOptions } from "./notifications";

/**
 * What has changed on pages, and what follows from it: what is purged may have been taken away, and must not be shown again; what is
 * merely out of date may be shown for a moment more. Or "all", if any page may have changed.
 */
export type PageChange = { tag: PageTag; effect: "purge" | "refresh" } | "all";

/**
 * Reports every change to the content of pages, by any process: triggers send a notification within the transaction of the change
 * (20261125130000-tag-page-changes.ts). After a lost connection, and once one is silent, it reports that anything may have changed.
 */
export class PageChanges {
  private readonly listeners = new Set<(change: PageChange) => void>();
  /** The connection, which others may listen on too. */
  readonly notifications: Notifications;

  constructor(options: NotificationsOptions) {
    this.notifications = new Notifications(options, () => this.notify("all"));
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

/** What a former release's triggers send, while that is being replaced, may be anything. */
function parseChange(payload = ""): PageChange {
  const [, effect, tag] = /^(purge|refresh) ([a-z]+:\w+)$/.exec(payload) ?? [];
  return tag === undefined ? "all" : { tag: tag as PageTag, effect: effect as "purge" | "refresh" };
}
