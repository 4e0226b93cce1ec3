import type { Session } from "../../session/session";
import { type LiveEvent, type LiveStream, MISSED, openLiveStream, type Topic } from "./live-stream";

/** A hidden tab keeps listening for this long: people look something up and come back. */
const HIDDEN_MS = 60_000;
/** Several parts of a page begin to listen at about the same time. */
const GATHER_MS = 100;
/** The tab that has the stream says so whenever something arrives, at least every 20 seconds. */
const LEADERLESS_MS = 60_000;
/** Where tabs cannot agree on one of them, each asks now and then. */
const POLL_MS = 25_000;
/** The server takes no more. */
const MAX_PROMPTS = 50;

/** What tabs say to each other. */
type Message =
  | { type: "want"; tab: string; topics: Topic[] }
  | { type: "leave"; tab: string }
  | { type: "who" }
  | { type: "alive" }
  | { type: "open"; topics: Topic[] }
  | { type: "event"; event: LiveEvent };

type Listener = (event: LiveEvent) => void;

/**
 * What a tab waits for. All tabs of a browser and account share one stream: the tab that has the lock opens it, for what all of them
 * wait for, and passes on what comes. When that tab is closed, or stops working, the lock goes to another one.
 */
export class LiveTabs {
  private readonly listeners = new Map<Topic, Set<Listener>>();
  /**
   * Those that have just begun: each asks what was missed, once, and not before the stream is open. What happens between an earlier
   * answer and the opening would be lost.
   */
  private readonly begun = new Map<Listener, Topic>();
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
    this.begun.set(listener, topic);
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
    else if (this.membership) this.membership.want(topics);
    else this.join(topics);
  }

  private join(topics: Topic[]): void {
    for (const [topic, listeners] of this.listeners) for (const listener of listeners) this.begun.set(listener, topic);
    if (!("locks" in navigator && "BroadcastChannel" in window)) {
      this.poll();
      return;
    }
    this.membership = new SharedMembership(
      `polyprompt.live${this.session.basePath} ${this.session.account ?? ""}`,
      topics,
      {
        session: this.session,
        onEvent: (event) => this.tell(event),
        onOpen: (open) => this.begin(open),
        onRefused: () => this.poll(),
      },
    );
  }

  private poll(): void {
    this.membership = new PollingMembership(
      () => this.tell(MISSED),
      (topics) => this.begin(topics),
    );
  }

  private begin(topics: readonly Topic[]): void {
    for (const [listener, topic] of [...this.begun]) {
      if (!topics.includes(topic)) continue;
      this.begun.delete(listener);
      listener(MISSED);
    }
  }

  private leave(): void {
    clearTimeout(this.hiding);
    this.membership?.leave();
    this.membership = undefined;
  }

  private tell(event: LiveEvent): void {
    const topic = topicOf(event);
    if (topic === null) this.begun.clear();
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

  constructor(
    poll: () => void,
    readonly want: (topics: Topic[]) => void,
  ) {
    this.timer = setInterval(poll, POLL_MS * (0.8 + Math.random() * 0.4));
    poll();
  }

  leave(): void {
    clearInterval(this.timer);
  }
}

interface SharedOptions {
  session: Session;
  onEvent(event: LiveEvent): void;
  /** Called when a stream is open for these topics, though perhaps not since just now. */
  onOpen(topics: readonly Topic[]): void;
  /** Called if the browser grants no locks, as where it denies all storage. The membership has ended. */
  onRefused(): void;
}

/** A tab among others. */
class SharedMembership implements Membership {
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly channel: BroadcastChannel;
  private readonly left = new AbortController();
  private watch: ReturnType<typeof setTimeout> | undefined;
  /** What the others wait for; only the tab with the stream knows it. */
  private readonly others = new Map<string, readonly Topic[]>();
  /** What the stream is for. */
  private sent: readonly Topic[] = [];
  private isLeader = false;
  private stream: LiveStream | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private topics: Topic[],
    private readonly options: SharedOptions,
  ) {
    this.channel = new BroadcastChannel(name);
    this.channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => isMessage(data) && this.hear(data));
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
    let wasGranted = false;
    navigator.locks
      .request(this.name, options, () => {
        if (this.left.signal.aborted) return undefined;
        wasGranted = true;
        this.lead();
        return new Promise<void>((resolve) => this.left.signal.addEventListener("abort", () => resolve()));
      })
      .catch(() => {
        if (this.left.signal.aborted) return;
        if (wasGranted) {
          // Another tab has taken it, because this one seemed to have stopped.
          this.stepDown();
          this.expectSignOfLife();
          this.applyForLead(false);
        } else {
          this.leave();
          this.options.onRefused();
        }
      });
  }

  private lead(): void {
    clearTimeout(this.watch);
    this.isLeader = true;
    this.say({ type: "who" });
    this.openLater();
  }

  private stepDown(): void {
    clearTimeout(this.opening);
    this.isLeader = false;
    this.stream?.close();
    this.stream = undefined;
  }

  /** What the tabs wait for changes in bursts. A stream that covers it stays. */
  private openLater(): void {
    clearTimeout(this.opening);
    this.opening = setTimeout(() => {
      const sent = chooseTopics([this.topics, ...this.others.values()].flat());
      if (this.stream && sent.every((topic) => this.sent.includes(topic))) {
        if (this.stream.isOpen) this.sayOpen();
        return;
      }
      let former = this.stream;
      this.sent = sent;
      const stream = openLiveStream({
        session: this.options.session,
        topics: sent,
        onEvent: (event) => this.pass(event),
        onOpen: () => {
          const wasOpen = former?.isOpen;
          // Until now the former one has gone on, so that nothing was missed in between.
          former?.close();
          former = undefined;
          if (wasOpen) this.sayOpen();
          else this.pass(MISSED);
        },
        onAlive: () => this.say({ type: "alive" }),
      });
      this.stream = {
        close: () => {
          former?.close();
          stream.close();
        },
        get isOpen() {
          return stream.isOpen;
        },
      };
    }, GATHER_MS);
  }

  private sayOpen(): void {
    this.say({ type: "open", topics: [...this.sent] });
    this.options.onOpen(this.sent);
  }

  private pass(event: LiveEvent): void {
    this.say({ type: "event", event });
    this.options.onEvent(event);
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "want":
        this.others.set(message.tab, message.topics);
        if (this.isLeader) this.openLater();
        break;
      case "leave":
        this.others.delete(message.tab);
        if (this.isLeader) this.openLater();
        break;
      case "who":
        this.others.clear();
        this.say({ type: "want", tab: this.tab, topics: this.topics });
        break;
      case "event":
        this.expectSignOfLife();
        this.options.onEvent(message.event);
        break;
      case "open":
        this.expectSignOfLife();
        this.options.onOpen(message.topics);
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

const KINDS: readonly unknown[] = [
  "COMMENT_ADDED",
  "COMMENT_REMOVED",
  "NOTIFICATIONS_CHANGED",
  "EVENTS_MISSED",
] satisfies LiveEvent["kind"][];

/** Tabs of another release may say something else, and whatever else is of this origin may say anything. */
function isMessage(data: unknown): data is Message {
  if (!isRecord(data)) return false;
  const { type, tab, topics, event } = data;
  switch (type) {
    case "want":
      return typeof tab === "string" && areTopics(topics);
    case "leave":
      return typeof tab === "string";
    case "open":
      return areTopics(topics);
    case "event":
      return isRecord(event) && KINDS.includes(event["kind"]) && isId(event["promptId"]) && isId(event["commentId"]);
    default:
      return type === "who" || type === "alive";
  }
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null;
}

function isId(data: unknown): boolean {
  return data === null || typeof data === "string";
}

/** The server opens no stream for a topic that it does not know. */
function areTopics(data: unknown): boolean {
  return (
    Array.isArray(data) &&
    data.every((topic) => typeof topic === "string" && /^(prompt \d+|feedback|notifications)$/.test(topic))
  );
}

/** What the stream is asked for. The account's topic and that of feedback are never among what is too much. */
function chooseTopics(wanted: readonly Topic[]): Topic[] {
  const [prompts, others]: [Topic[], Topic[]] = [[], []];
  for (const topic of new Set(wanted)) (topic.startsWith("prompt ") ? prompts : others).push(topic);
  return [...others, ...prompts.slice(0, MAX_PROMPTS)];
}

const tabs = new WeakMap<Session, LiveTabs>();

/** The one of a page. */
export function liveTabs(session: Session): LiveTabs {
  const known = tabs.get(session) ?? new LiveTabs(session);
  tabs.set(session, known);
  return known;
}
