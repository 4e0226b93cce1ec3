import type { Session } from "../../session/session";

/** Numbers alone. */
export interface LiveEvent {
  kind: "COMMENT_ADDED" | "COMMENT_REMOVED" | "NOTIFICATIONS_CHANGED" | "EVENTS_MISSED";
  /** Null for the feedback page. */
  promptId: string | null;
  commentId: string | null;
}

/** The comments of a prompt or of the feedback page, or the member's notifications. */
export type Topic = `prompt ${string}` | "feedback" | "notifications";

type Listener = (event: LiveEvent) => void;

/** For listeners that were away: anything may have happened, so ask. */
const MISSED: LiveEvent = { kind: "EVENTS_MISSED", promptId: null, commentId: null };

const LIVE =
  "subscription Live($prompts: [ID!], $feedback: Boolean, $notifications: Boolean) { live(promptIds: $prompts, feedback: $feedback, notifications: $notifications) { kind promptId commentId } }";

/** After this time to twice as long, a stream that the server has refused is asked for again: all tabs lose theirs at once when it ends. */
const RETRY_MS = 15_000;

/**
 * The events of a visible tab, by one EventSource. A hidden tab has none; when it is shown again, its listeners are told that they have
 * missed something. The browser opens a stream that breaks off again by itself.
 */
export class LiveEvents {
  private readonly listeners = new Map<Topic, Set<Listener>>();
  private source: EventSource | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private wasRefused = false;

  constructor(private readonly session: Session) {
    document.addEventListener("visibilitychange", this.follow);
    // A page in the back/forward cache must not hold a connection.
    window.addEventListener("pagehide", this.close);
    window.addEventListener("pageshow", this.follow);
    session.subscribe(this.follow);
  }

  /** @returns a function that ends it */
  subscribe(topic: Topic, listener: Listener): () => void {
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(listener));
    const opened = this.source;
    this.follow();
    // A stream that was there already opens no more.
    if (opened === this.source && opened?.readyState === EventSource.OPEN) listener(MISSED);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(topic) === listeners) this.listeners.delete(topic);
      this.follow();
    };
  }

  private readonly follow = (): void => {
    const isHidden = document.visibilityState === "hidden";
    const topics = [...this.listeners.keys()].filter((topic) => topic !== "notifications" || this.session.signedIn);
    if (isHidden || topics.length === 0) {
      this.close();
      return;
    }
    const address = addressOf(this.session.basePath, topics);
    if (this.source?.url === new URL(address, location.href).href) return;
    this.close();
    this.open(address);
  };

  private open(address: string): void {
    const source = new EventSource(address);
    this.source = source;
    source.addEventListener("open", () => {
      this.wasRefused = false;
      this.tell(MISSED);
    });
    source.addEventListener("next", ({ data }: MessageEvent<string>) => {
      const { data: answer } = JSON.parse(data) as { data?: { live?: LiveEvent } | null };
      if (answer?.live) this.tell(answer.live);
    });
    source.addEventListener("error", () => {
      // While the network is away, the browser goes on by itself.
      if (source !== this.source || source.readyState !== EventSource.CLOSED) return;
      this.close();
      this.retry = setTimeout(this.follow, RETRY_MS * (1 + Math.random()));
      if (!this.wasRefused) this.tell(MISSED);
      this.wasRefused = true;
    });
  }

  private readonly close = (): void => {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = undefined;
  };

  private tell(event: LiveEvent): void {
    const topic = topicOf(event);
    const told = topic === null ? [...this.listeners.values()] : [this.listeners.get(topic) ?? new Set<Listener>()];
    for (const listener of told.flatMap((listeners) => [...listeners])) listener(event);
  }
}

/** Null for all of them. */
function topicOf({ kind, promptId }: LiveEvent): Topic | null {
  if (kind === "EVENTS_MISSED") return null;
  if (kind === "NOTIFICATIONS_CHANGED") return "notifications";
  return promptId === null ? "feedback" : `prompt ${promptId}`;
}

function addressOf(basePath: string, topics: readonly Topic[]): string {
  const prompts = topics.flatMap((topic) => (topic.startsWith("prompt ") ? [topic.slice("prompt ".length)] : []));
  const variables = {
    prompts,
    feedback: topics.includes("feedback"),
    notifications: topics.includes("notifications"),
  };
  const query = new URLSearchParams({ query: LIVE, variables: JSON.stringify(variables) });
  return `${basePath}/graphql/stream?${query.toString()}`;
}

const known = new WeakMap<Session, LiveEvents>();

/** Those of a page. */
export function liveEvents(session: Session): LiveEvents {
  const events = known.get(session) ?? new LiveEvents(session);
  known.set(session, events);
  return events;
}
