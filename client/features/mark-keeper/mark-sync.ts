import type { FavoriteMarks } from "../favorite";

export interface FavoriteApi {
  /** Which of the prompts are favourites. Any number. */
  load(ids: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  write(id: string, wanted: boolean): Promise<unknown>;
  /** @param wanted what the server refused, or could not be told */
  onFailure(error: unknown, wanted: boolean): void;
}

interface Pending {
  wanted: boolean;
  /** What the server has; undefined if an answer got lost. */
  stored: boolean | undefined;
  /** What to fall back on. */
  before: boolean;
}

/**
 * Brings hearts and server together. Presses show at once and are sent one after the other; of several presses of a heart the last one
 * counts. An answer never replaces what was pressed, or answered, after it was asked for.
 */
export class FavoriteSync {
  private readonly pending = new Map<string, Pending>();
  private queue: Promise<unknown> = Promise.resolve();
  private clock = 0;
  private readonly stamps = new Map<string, number>();
  private missed = new Set<string>();
  private generation = 0;
  private isSignedIn: boolean;

  /** @param account null for a visitor, "" if not known yet */
  constructor(
    private readonly marks: FavoriteMarks,
    private readonly api: FavoriteApi,
    private account: string | null,
  ) {
    this.isSignedIn = account !== null;
  }

  press(id: string, wanted: boolean): void {
    this.stamp(id);
    const pending = this.pending.get(id);
    if (pending) {
      pending.wanted = wanted;
      return;
    }
    const started: Pending = { wanted, stored: !wanted, before: !wanted };
    this.pending.set(id, started);
    void this.run(() => this.send(id, started));
  }

  miss(id: string): void {
    if (this.missed.size === 0) queueMicrotask(() => void this.load([...this.missed]));
    this.missed.add(id);
  }

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.queue.then(task);
    this.queue = result.catch(() => null);
    return result;
  }

  /** Asks for all marks on the page anew: another device may have changed them. */
  reload(): Promise<void> {
    return this.load(this.marks.shown());
  }

  /**
   * Call it when the session changes.
   * @param isGone whether whoever was signed in has logged out
   */
  changeAccount(account: string | null, isGone: boolean): void {
    const isOther = account !== null && account !== "" && this.account !== "" && this.account !== account;
    this.generation += 1;
    this.isSignedIn = account !== null;
    if (isGone || isOther) this.pending.clear();
    // A member whose session has ended elsewhere may come back for what is on its way.
    if (account === null) return;
    this.account = account;
    for (const [id, { wanted }] of this.pending) this.marks.set(id, wanted);
    void this.reload();
  }

  private async load(ids: readonly string[]): Promise<void> {
    this.missed = new Set();
    if (ids.length === 0) return;
    const { generation } = this;
    const asked = (this.clock += 1);
    // Hearts without an answer stay as they are until the member comes back to the page.
    const answer = await this.api.load(ids).catch(() => new Map<string, boolean>());
    if (generation !== this.generation) return;
    for (const [id, isFavorite] of answer) {
      if (this.pending.has(id) || (this.stamps.get(id) ?? 0) > asked) continue;
      this.stamps.set(id, asked);
      this.marks.set(id, isFavorite);
    }
  }

  private async send(id: string, pending: Pending): Promise<void> {
    const isCurrent = () => this.pending.get(id) === pending;
    while (isCurrent() && pending.wanted !== pending.stored) {
      const { wanted } = pending;
      try {
        await this.api.write(id, wanted);
        pending.stored = wanted;
        pending.before = wanted;
        if (isCurrent()) this.marks.changed();
      } catch (error) {
        // The answer may have got lost: what is wanted by now has to be said in any case.
        pending.stored = undefined;
        if (isCurrent() && pending.wanted !== wanted) continue;
        if (isCurrent()) this.settle(id, pending.before);
        this.api.onFailure(error, wanted);
        if (this.isSignedIn) void this.load([id]);
        return;
      }
    }
    if (isCurrent()) this.settle(id, pending.before);
  }

  private settle(id: string, isFavorite: boolean): void {
    this.pending.delete(id);
    this.stamp(id);
    if (this.isSignedIn) this.marks.set(id, isFavorite);
  }

  private stamp(id: string): void {
    this.stamps.set(id, (this.clock += 1));
  }
}
