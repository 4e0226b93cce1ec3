import type { Session } from "../../session/session";
import { type LiveEvent, MISSED, openLiveStream, type Topic } from "./live-stream";

/** A hidden tab keeps listening for this long: people look something up and come back. */
const HIDDEN_MS = 60_000;
/** Several parts of a page begin to listen at about the same time. */
const GATHER_MS = 100;
/** A lock that nobody has is granted sooner. */
const LOCK_MS = 1000;
/** The tab that has the stream says so whenever something arrives, at least every 20 seconds. */
const LEADERLESS_MS = 60_000;
/** Where tabs cannot agree on one of them, each asks now and then. */
const POLL_MS = 25_000;

/** What tabs say to each other. */
type Message =
  | { type: "want"; tab: string; topics: Topic[] }
  | { type: "leave"; tab: string }
  | { type: "who" }
  | { type: "alive" }
  | { type: "event"; event: LiveEvent };

type Listener = (event: LiveEvent) => void;

/**
 * What a tab waits for. All tabs of a browser and account share one stream: the tab that has the lock opens it, for what all of them
 * wait for, and passes on what comes. When that tab is closed, or stops working, the lock goes to another one.
 */
export class LiveTabs {
  private readonly listeners = new Map<Topic, Set<Listener>>();
  /** Those that have just begun: each begins with what was missed, also where others have listened before. */
  private readonly begun = new Set<Listener>();
  private membership: Membership | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;
  private gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {
    document.addEventListener("visibilitychange", () => this.follow());
    // A page in the back/forward cache must hold neither a lock nor a channel.
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.follow());
    session.subscribe(() => {
      this.leave();
      this.follow();
    });
  }

  /** @returns a function that ends it */
  subscribe(topic: Topic, listener: Listener): () => void {
    const listeners = this.listeners.get(topic) ?? new Set();
    this.listeners.set(topic, listeners.add(listener));
    this.begun.add(listener);
    this.schedule();
    return () => {
      listeners.delete(listener);
      this.begun.delete(listener);
      if (listeners.size === 0 && this.listeners.get(topic) === listeners) this.listeners.delete(topic);
      this.schedule();
    };
  }

  private schedule(): void {
    clearTimeout(this.gathering);
    this.gathering = setTimeout(() => this.follow(), GATHER_MS);
  }

  /** Joins, leaves or says what has changed. */
  private follow(): void {
    clearTimeout(this.hiding);
    if (document.visibilityState === "hidden") {
      this.hiding = setTimeout(() => this.leave(), HIDDEN_MS);
      return;
    }
    const topics = [...this.listeners.keys()].filter((topic) => topic !== "notifications" || this.session.signedIn);
    if (topics.length === 0) this.leave();
    else if (this.membership) {
      this.membership.want(topics);
      for (const listener of [...this.begun]) listener(MISSED);
    } else {
      const name = `polyprompt.live${this.session.basePath} ${this.session.account ?? ""}`;
      this.membership =
        "locks" in navigator && "BroadcastChannel" in window
          ? new SharedMembership(name, this.session, topics, (event) => this.tell(event))
          : new PollingMembership(() => this.tell(MISSED));
      // Since the page was made, or since it was last looked at.
      this.tell(MISSED);
    }
    this.begun.clear();
  }

  private leave(): void {
    clearTimeout(this.hiding);
    this.membership?.leave();
    this.membership = undefined;
  }

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

interface Membership {
  want(topics: Topic[]): void;
  leave(): void;
}

class PollingMembership implements Membership {
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(poll: () => void) {
    this.timer = setInterval(poll, POLL_MS * (0.8 + Math.random() * 0.4));
  }

  want(): void {}

  leave(): void {
    clearInterval(this.timer);
  }
}

/** A tab among others. */
class SharedMembership implements Membership {
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly channel: BroadcastChannel;
  private readonly left = new AbortController();
  private watch: ReturnType<typeof setTimeout> | undefined;
  /** What the others wait for; only the tab with the stream knows it. */
  private readonly others = new Map<string, readonly Topic[]>();
  private opened = new Set<Topic>();
  private isLeader = false;
  private readonly joinedAt = performance.now();
  /** Whether another tab has had the stream before. */
  private wasLed = false;
  private closeStream: (() => void) | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private readonly session: Session,
    private topics: Topic[],
    private readonly tell: (event: LiveEvent) => void,
  ) {
    this.channel = new BroadcastChannel(name);
    this.channel.addEventListener("message", ({ data }) => this.hear(data as Message));
    this.say({ type: "want", tab: this.tab, topics });
    this.applyForLead(false);
    this.expectSignOfLife();
  }

  want(topics: Topic[]): void {
    this.topics = topics;
    this.say({ type: "want", tab: this.tab, topics });
    if (this.isLeader) this.openLater();
  }

  leave(): void {
    this.say({ type: "leave", tab: this.tab });
    clearTimeout(this.watch);
    this.stepDown();
    this.left.abort();
    this.channel.close();
  }

  private applyForLead(steal: boolean): void {
    const options: LockOptions = steal ? { steal } : { signal: this.left.signal };
    navigator.locks
      .request(this.name, options, () => {
        if (this.left.signal.aborted) return undefined;
        this.lead();
        return new Promise<void>((resolve) => this.left.signal.addEventListener("abort", () => resolve()));
      })
      // Another tab has taken it, because this one seemed to have stopped.
      .catch(() => {
        if (this.left.signal.aborted) return;
        this.stepDown();
        this.expectSignOfLife();
        this.applyForLead(false);
      });
  }

  private lead(): void {
    clearTimeout(this.watch);
    this.isLeader = true;
    // Where there is no other tab, the lock comes at once.
    this.wasLed = performance.now() - this.joinedAt > LOCK_MS;
    this.say({ type: "who" });
    this.openLater();
  }

  private stepDown(): void {
    clearTimeout(this.opening);
    this.isLeader = false;
    this.closeStream?.();
    this.closeStream = undefined;
    this.opened.clear();
  }

  /** What the tabs wait for changes in bursts. A stream that covers it stays. */
  private openLater(): void {
    clearTimeout(this.opening);
    this.opening = setTimeout(() => {
      const wanted = new Set([this.topics, ...this.others.values()].flat());
      if (this.closeStream && [...wanted].every((topic) => this.opened.has(topic))) return;
      const isTakenOver = this.wasLed && !this.closeStream;
      const former = this.closeStream;
      this.opened = wanted;
      const close = openLiveStream({
        session: this.session,
        topics: [...wanted].slice(0, MAX_TOPICS),
        onEvent: (event) => this.pass(event),
        // Until then the former one goes on: what happens in between would be missed.
        onOpen: () => former?.(),
        onAlive: () => this.say({ type: "alive" }),
      });
      this.closeStream = () => {
        former?.();
        close();
      };
      if (isTakenOver) this.pass(MISSED);
    }, GATHER_MS);
  }

  private pass(event: LiveEvent): void {
    this.say({ type: "event", event });
    this.tell(event);
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "want":
        this.others.set(message.tab, message.topics);
        if (this.isLeader) this.openLater();
        break;
      case "leave":
        this.others.delete(message.tab);
        break;
      case "who":
        this.others.clear();
        this.say({ type: "want", tab: this.tab, topics: this.topics });
        break;
      case "event":
        this.expectSignOfLife();
        this.tell(message.event);
        break;
      case "alive":
        this.expectSignOfLife();
    }
  }

  private expectSignOfLife(): void {
    clearTimeout(this.watch);
    if (this.isLeader) return;
    this.watch = setTimeout(() => this.applyForLead(true), LEADERLESS_MS * (1 + Math.random() / 2));
  }

  private say(message: Message): void {
    if (!this.left.signal.aborted) this.channel.postMessage(message);
  }
}

/** The server takes 50 prompts; the topic of the account and of feedback come first in no particular order. */
const MAX_TOPICS = 50;

const tabs = new WeakMap<Session, LiveTabs>();

/** The one of a page. */
export function liveTabs(session: Session): LiveTabs {
  const known = tabs.get(session) ?? new LiveTabs(session);
  tabs.set(session, known);
  return known;
}
