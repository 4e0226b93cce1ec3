import type { Notifications } from "../database/notifications";

/** What an open stream is told. Numbers alone: what they stand for is asked for like anything else, and checked then. */
export type LiveEvent =
  | { kind: "COMMENT_ADDED" | "COMMENT_REMOVED"; promptId: string | null; commentId: string }
  | { kind: "NOTIFICATIONS_CHANGED" | "EVENTS_MISSED" };

/** What a stream can wait for: the comments of a prompt or of the feedback page, what a member is told. */
export type Topic = `prompt ${string}` | "feedback" | `account ${string}`;

export interface Subscriber {
  /** Who listens, whose own comments are no news to them; null for a visitor. */
  userId: string | null;
  onEvent(event: LiveEvent): void;
}

/** A session that ends while its request is being answered is remembered for this long. */
const REMEMBERED_MS = 60_000;

/**
 * Passes what the database tells of all processes' changes on to the streams of this process that wait for it. The triggers in
 * 20261125110000-create-notifications.ts describe the messages.
 */
export class LiveFeed {
  private readonly subscribers = new Map<Topic, Set<Subscriber>>();
  private readonly sessionListeners = new Set<(sessionId: string | null) => void>();
  private readonly endedSessions = new Map<string, number>();
  private readonly unsubscribe: () => void;

  constructor(private readonly notifications: Notifications) {
    this.unsubscribe = notifications.subscribe("live", (payload) => this.receive(payload));
  }

  /** Whether events are being received. */
  get listening(): boolean {
    return this.notifications.listening;
  }

  /** @returns a function that ends the subscription. */
  subscribe(topics: readonly Topic[], subscriber: Subscriber): () => void {
    for (const topic of topics) {
      const subscribers = this.subscribers.get(topic) ?? new Set();
      this.subscribers.set(topic, subscribers.add(subscriber));
    }
    return () => {
      for (const topic of topics) {
        const subscribers = this.subscribers.get(topic);
        subscribers?.delete(subscriber);
        if (subscribers?.size === 0) this.subscribers.delete(topic);
      }
    };
  }

  /** @param listener called with null when any session may have ended unnoticed @returns a function that ends the subscription */
  onSessionEnded(listener: (sessionId: string | null) => void): () => void {
    this.sessionListeners.add(listener);
    return () => this.sessionListeners.delete(listener);
  }

  /** Whether a session has just ended: after its request was authenticated, perhaps. */
  hasJustEnded(sessionId: string): boolean {
    return this.endedSessions.has(sessionId);
  }

  close(): void {
    this.unsubscribe();
  }

  private receive(payload: string | undefined): void {
    if (payload === undefined) {
      for (const listener of this.sessionListeners) listener(null);
      for (const subscriber of new Set([...this.subscribers.values()].flatMap((each) => [...each])))
        subscriber.onEvent({ kind: "EVENTS_MISSED" });
      return;
    }
    const [about, id = "", prompt, author] = payload.split(" ");
    if (about === "session") this.endSession(id);
    else if (about === "notifications") this.publish(`account ${id}`, { kind: "NOTIFICATIONS_CHANGED" });
    else if (about === "comment" || about === "gone") {
      const promptId = prompt === "-" ? null : (prompt ?? "");
      const kind = about === "comment" ? "COMMENT_ADDED" : "COMMENT_REMOVED";
      this.publish(promptId === null ? "feedback" : `prompt ${promptId}`, { kind, promptId, commentId: id }, author);
    }
  }

  private publish(topic: Topic, event: LiveEvent, author?: string): void {
    for (const subscriber of this.subscribers.get(topic) ?? [])
      if (subscriber.userId === null || subscriber.userId !== author) subscriber.onEvent(event);
  }

  private endSession(sessionId: string): void {
    const now = Date.now();
    for (const [id, at] of this.endedSessions) {
      if (now - at < REMEMBERED_MS) break;
      this.endedSessions.delete(id);
    }
    this.endedSessions.set(sessionId, now);
    for (const listener of this.sessionListeners) listener(sessionId);
  }
}
